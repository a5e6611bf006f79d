/** What members set for themselves, each as a value of the registry (`settings.ts` of the contracts). */
import type { ValueOf } from '@foyer/contracts/setting.ts'
import type { memberSettings } from '@foyer/contracts/settings.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import { Refusal } from '../../http/refusal.ts'

type MemberSetting = (typeof memberSettings)[number]

interface Member {
  readonly organizationId: string
  readonly userId: string
}

interface Stored<S> {
  readonly value: ValueOf<S>
  /** 0 if the member never saved the setting. */
  readonly version: number
}

/** Returns the default if there is no value or this release can't read it. */
export async function readMemberSetting<S extends MemberSetting>(
  tx: Tx,
  { organizationId, userId }: Member,
  setting: S,
): Promise<Stored<S>> {
  const row = await tx
    .selectFrom('member_settings')
    .select(['value', 'version'])
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .where('name', '=', setting.name)
    .executeTakeFirst()
  return { value: readable(setting, row?.value), version: row?.version ?? 0 }
}

interface ToSave<S> {
  readonly change: { readonly [Field in keyof ValueOf<S>]?: ValueOf<S>[Field] | undefined }
  /** The version that the caller's screen shows; undefined if the change does not depend on it. */
  readonly expectedVersion: number | undefined
  readonly current: () => Promise<unknown>
}

/** Replaces some fields of the value in one statement, so that two machines that change different fields keep both. */
export async function saveMemberSetting<S extends MemberSetting>(
  tx: Tx,
  { organizationId, userId }: Member,
  setting: S,
  { change, expectedVersion, current }: ToSave<S>,
): Promise<Stored<S>> {
  const [changed, whole] = [JSON.stringify(change), JSON.stringify({ ...setting.default, ...change })]
  const { rows } = await sql<{ value: unknown; version: number }>`
    insert into member_settings as known (organization_id, user_id, name, value)
    values (${organizationId}, ${userId}, ${setting.name}, ${whole}::jsonb)
    on conflict (organization_id, user_id, name) do update
      set value = known.value || ${changed}::jsonb, version = known.version + 1
      where ${expectedVersion ?? null}::int is null or known.version = ${expectedVersion ?? null}::int
    returning value, version`.execute(tx)
  const [saved] = rows
  const isFirst = saved?.version === 1
  if (!saved || (isFirst && (expectedVersion ?? 0) > 0))
    throw new Refusal('stale', 'You changed this on another screen meanwhile.', { data: await current() })
  return { value: readable(setting, saved.value), version: saved.version }
}

function readable<S extends MemberSetting>(setting: S, stored: unknown): ValueOf<S> {
  return (setting.schema.safeParse(stored).data ?? setting.default) as ValueOf<S>
}
