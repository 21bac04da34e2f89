const counts = { open_count: 0, my_count: 0, asked_count: 0, unseen_count: 0, kinds: [] };

/** What `todo.list` answers where nothing waits. */
export const noTodo = { list: [], pageTotal: 0, total: 0, ...counts, older_unseen: false, search_is_part: false };
