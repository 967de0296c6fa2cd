import {
  api,
  fetchInstance,
  fetchMe,
  freshToken,
  type Instance,
  type ObjectSchema,
  patchRecord,
  takeOpened,
} from "@/api";
import { adoptZone } from "@/lib/zone";
import { instanceAtom, phaseAtom, schemasAtom, store, takeIdentity, transact } from "@/store";
import { adoptTheme } from "./theme";
import { noteUser } from "./wayBack";

let opening: Promise<void> | undefined;

export async function loadInstance(): Promise<Instance> {
  const known = store.get(instanceAtom);
  if (known) {
    return known;
  }
  const instance = await fetchInstance();
  store.set(instanceAtom, instance);
  return instance;
}

/** Stores the browser's time zone with a user who has none; the server refuses names that are no zone. */
async function keepBrowserZone(id: string): Promise<void> {
  try {
    await patchRecord("user", { id, time_zone: new Intl.DateTimeFormat().resolvedOptions().timeZone });
  } catch {
    // Times are shown in the browser's zone until then; the next sign-in tries again.
  }
}

async function open(): Promise<void> {
  await freshToken();
  const { me: known, schema } = takeOpened();
  const [me, schemas] = await Promise.all([
    known ?? fetchMe(),
    // Under the address of its version the browser keeps it.
    api.get<ObjectSchema[]>(schema ? `/v1/schema?version=${schema}` : "/v1/schema"),
  ]);
  transact((tx) => {
    takeIdentity(tx, {
      userId: me.user.id,
      user: me.user,
      organization: me.organization,
      rights: me.rights,
      memberships: me.memberships,
      system: me.system,
      administers: me.administers,
      version: me.version,
      simulator: me.simulator,
      demo: me.demo === true,
      viewing: me.viewing,
    });
    tx.set(schemasAtom, schemas.data);
    tx.set(phaseAtom, "signed-in");
  });
  noteUser(me.user.id);
  adoptTheme(me.user.settings?.theme);
  adoptZone(me.user.time_zone);
  if (!me.user.time_zone) {
    void keepBrowserZone(me.user.id);
  }
}

/** Brings the session up once: token by the cookie, then who I am and what objects there are. */
export function ensureSession(): Promise<void> {
  if (store.get(phaseAtom) === "signed-in") {
    return Promise.resolve();
  }
  opening ??= open().finally(() => {
    opening = undefined;
  });
  return opening;
}
