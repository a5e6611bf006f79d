/** The settings of an organization, each as a value of the registry (`settings.ts` of the contracts). */
import type { ValueOf } from '@foyer/contracts/setting.ts'
import type { settings } from '@foyer/contracts/settings.ts'
import type { Tx } from '../../db/tx.ts'
import { Refusal } from '../../http/refusal.ts'

/** A setting of the registry. Any other setting does not compile. */
type KnownSetting = (typeof settings)[number]

interface Stored<S> {
  readonly value: ValueOf<S>
  /** 0 if the organization never saved the setting. */
  readonly version: number
}

interface ToSave<S> {
  readonly value: ValueOf<S>
  readonly expectedVersion: number
  readonly current: () => Promise<unknown>
}

/** Returns the default if there is no value or this release can't read it. `settings-check.ts` reports unreadable values. */
export async function readSetting<S extends KnownSetting>(
  tx: Tx,
  organizationId: string,
  setting: S,
): Promise<Stored<S>> {
  const row = await tx
    .selectFrom('organization_settings')
    .select(['value', 'version'])
    .where('organization_id', '=', organizationId)
    .where('name', '=', setting.name)
    .executeTakeFirst()
  const read = row && setting.schema.safeParse(row.value)
  return { value: (read?.data ?? setting.default) as ValueOf<S>, version: row?.version ?? 0 }
}

/**
 * Replaces the whole value. `expectedVersion` is the version that the caller's screen shows: the save is refused as `stale`
 * when somebody saved after it. The refusal carries what `current` reads, which is the answer of the caller's call.
 */
export async function saveSetting<S extends KnownSetting>(
  tx: Tx,
  organizationId: string,
  setting: S,
  { value, expectedVersion, current }: ToSave<S>,
): Promise<Stored<S>> {
  const valid = setting.schema.parse(value)
  const saved = await write(tx, { organizationId, name: setting.name, value: JSON.stringify(valid) }, expectedVersion)
  if (!saved) throw new Refusal('stale', 'Someone changed these settings meanwhile.', { data: await current() })
  return { value: valid as ValueOf<S>, version: saved.version }
}

/** Writes in one statement. Of two concurrent saves with the same version, the second waits for the first and then finds no row. */
function write(
  tx: Tx,
  { organizationId, name, value }: { organizationId: string; name: string; value: string },
  expectedVersion: number,
): Promise<{ version: number } | undefined> {
  if (expectedVersion > 0)
    return tx
      .updateTable('organization_settings')
      .set((row) => ({ value, version: row('version', '+', 1) }))
      .where('organization_id', '=', organizationId)
      .where('name', '=', name)
      .where('version', '=', expectedVersion)
      .returning('version')
      .executeTakeFirst()
  return tx
    .insertInto('organization_settings')
    .values({ organization_id: organizationId, name, value, version: 1 })
    .onConflict((conflict) => conflict.columns(['organization_id', 'name']).doNothing())
    .returning('version')
    .executeTakeFirst()
}

/** In system scope: lists every stored value. */
export function listStoredSettings(tx: Tx): Promise<{ organization_id: string; name: string; value: unknown }[]> {
  return tx.selectFrom('organization_settings').select(['organization_id', 'name', 'value']).execute()
}
