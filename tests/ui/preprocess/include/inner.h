#error this header does not like you //~ E0116 does not like you
