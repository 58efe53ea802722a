//! Typed program to text.
