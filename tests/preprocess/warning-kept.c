// #warning does not stop the run and leaves no tokens; #ident passes through.
before
#warning "this is only a warning, it's fine"
after
#define x 5
#warning x
end
