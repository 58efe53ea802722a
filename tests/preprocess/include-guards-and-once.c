// Guards and #pragma once: the text comes once, also under another path to the same file.
#include "include/guarded.h"
#include "include/guarded.h"
#include "include/once.h"
#include "include/once.h"
#include "include/nested/../once.h"
#include "./include/once.h"
GUARDED_H_DEFINED
#undef GUARDED_H
#include "include/guarded.h"
