// Digraphs are tokens like the others; # of one keeps its spelling.
%:define cat(a, b) a %:%: b
%:define str(x) %:x
cat(1, 2)
int a<:3:> = <% 1, 2, 3 %>;
str(<: :> <% %> %: %:%:)
cat(<, :)
x<:0:>
"<:" '%:'
