
/* A linked list of @ records, kept in order. */
struct @_node {
  struct @_node *next;
  int key;
  char label[8];
};

static struct @_node *@_insert(struct @_node *head, struct @_node *fresh) {
  struct @_node **at = &head;
  while (*at && (*at)->key < fresh->key) at = &(*at)->next;
  fresh->next = *at;
  *at = fresh;
  return head;
}

static int @_remove_every(struct @_node **head, int step) {
  int removed = 0;
  for (int position = 1; *head; position++) {
    if (position % step == 0) {
      *head = (*head)->next;
      removed++;
    } else {
      head = &(*head)->next;
    }
  }
  return removed;
}

static long @_run(unsigned seed) {
  struct @_node pool[$A * 2], *head = NULL;
  unsigned state = seed ^ $C;
  for (size_t i = 0; i < sizeof pool / sizeof pool[0]; i++) {
    pool[i].key = (int)(next_random(&state) % 1000);
    memset(pool[i].label, 'a' + (int)(i % 26), sizeof pool[i].label - 1);
    pool[i].label[sizeof pool[i].label - 1] = '\0';
    head = @_insert(head, &pool[i]);
  }
  int removed = @_remove_every(&head, $B);
  long sum = removed;
  int weight = 1;
  for (const struct @_node *n = head; n; n = n->next, weight++) {
    sum += (long)n->key * weight + n->label[0] - (long)strlen(n->label);
  }
  return sum;
}
