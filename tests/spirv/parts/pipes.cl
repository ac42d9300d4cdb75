// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One half of a program, of which tests/spirv/handles.c has the other as source: functions of both take pipes and
// reservations.
int take(read_only pipe int p);
void put(write_only pipe int p, reserve_id_t id, uint at, int value);

void give(write_only pipe int p, int value) {
  write_pipe(p, &value);
}
int get(read_only pipe int p) {
  int value = -1;
  read_pipe(p, &value);
  return value;
}
reserve_id_t hold(write_only pipe int p, uint count) {
  return reserve_write_pipe(p, count);
}
void finish(write_only pipe int p, reserve_id_t id) {
  commit_write_pipe(p, id);
}
// Statements of the work-group, so that it has to become part of its kernel.
int gather(read_only pipe int p) {
  int value = -1;
  reserve_id_t id = work_group_reserve_read_pipe(p, get_local_size(0));
  if (is_valid_reserve_id(id)) {
    read_pipe(p, id, get_local_id(0), &value);
    work_group_commit_read_pipe(p, id);
  }
  return value;
}

kernel void take_there(read_only pipe int p, global int *o) {
  o[get_global_id(0)] = take(p);
}
kernel void put_there(write_only pipe int p) {
  reserve_id_t id = reserve_write_pipe(p, 1);
  if (is_valid_reserve_id(id)) {
    put(p, id, 0, get_global_id(0));
    commit_write_pipe(p, id);
  }
}
