-- The bell shows a thing that was asked for again by its last notice alone: whether there is a later one is asked of each that is listed or counted.
create index notices_asked on notices (user_id, workspace_id, object, id) where kind in ('decide', 'remind');
