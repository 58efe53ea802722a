value VALUE
