/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Objects: recognised while they live, two counts, destroyed once. */
#include "runtime/object.h"

#include "runtime/device_object.h"
#include "tests/unit_core/fake_device.h"
#include "tests/unit_core/unit.h"

static int destroyed;
static void destroy(struct weft_object *object) {
  (void)object;
  destroyed++;
}

struct thing {
  struct weft_object object;
};

int main(void) {
  struct thing thing, *pointer = &thing, *none = NULL;
  struct weft_object foreign = {0};
  bool last;
  fake_open();
  weft_object_init(&thing.object, WEFT_CLASS_EVENT, destroy);
  CHECK(weft_object_is(&thing.object, WEFT_CLASS_EVENT));
  CHECK(!weft_object_is(&thing.object, WEFT_CLASS_QUEUE));
  CHECK(!weft_object_is(NULL, WEFT_CLASS_EVENT));
  CHECK(!weft_object_is(&foreign, WEFT_CLASS_EVENT));
  CHECK(!weft_object_is(&foreign, WEFT_CLASS_NONE));

  weft_object_retain(&thing.object);
  CHECK(weft_object_count(&thing.object) == 2);
  CHECK(weft_object_release(&thing.object, &last) && !last);

  /* Ours keep it beyond the application's last. */
  CHECK(WEFT_REF(pointer) == pointer);
  CHECK(weft_object_release(&thing.object, &last) && last);
  CHECK(weft_object_count(&thing.object) == 0 && weft_object_is(&thing.object, WEFT_CLASS_EVENT) && !destroyed);
  CHECK(!weft_object_release(&thing.object, &last));

  /* And the application may take it up again. */
  weft_object_retain(&thing.object);
  WEFT_UNREF(&pointer);
  CHECK(pointer == NULL && !destroyed);
  CHECK(weft_object_release(&thing.object, NULL));
  CHECK(destroyed == 1 && !weft_object_is(&thing.object, WEFT_CLASS_EVENT));

  WEFT_UNREF(&none);

  /* Data of an ICD 2 loader reaches devices that exist, and objects to come. */
  int data;
  weft_platform_set_dispatch_data(&data);
  CHECK(weft_platform.devices[0]->object.dispatch_data == &data);
  weft_object_init(&thing.object, WEFT_CLASS_EVENT, destroy);
  CHECK(thing.object.dispatch_data == &data && thing.object.dispatch == weft_platform.object.dispatch);
  return 0;
}
