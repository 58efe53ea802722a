// gcc joins lines also when blanks follow the backslash.
#define two 1 + \  
  1
two
int na\ 
me;
