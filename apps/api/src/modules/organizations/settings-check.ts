/**
 * Every read replaces a stored value that this release can't read with the default, and does not log it, because reads are
 * frequent. This check logs such values once per period, and counts them in a gauge that must be 0.
 */
import { settings } from '@foyer/contracts/settings.ts'
import { Gauge } from 'prom-client'
import type { Services } from '../../services.ts'
import { startEvery } from '../../workers/every.ts'
import type { Worker } from '../../workers/loop.ts'
import { listStoredSettings } from './settings.store.ts'

const EVERY_MS = 10 * 60 * 1000

export function startSettingsCheck(
  parts: Pick<Services, 'database' | 'log' | 'metrics'>,
  { everyMs = EVERY_MS } = {},
): Worker {
  const unreadable = new Gauge({
    name: 'foyer_settings_unreadable',
    help: 'Stored settings that cannot be read and are replaced by their defaults; must be 0',
    registers: [parts.metrics],
  })
  const byName = new Map<string, (typeof settings)[number]>(settings.map((setting) => [setting.name, setting]))

  async function check(): Promise<void> {
    const stored = await parts.database.system(listStoredSettings)
    // A name that is not in the registry belongs to a newer release.
    const broken = stored.filter(({ name, value }) => byName.get(name)?.schema.safeParse(value).success === false)
    for (const { organization_id: organizationId, name } of broken)
      parts.log.error({ organizationId, setting: name }, 'a stored setting cannot be read; its default holds instead')
    unreadable.set(broken.length)
  }

  return startEvery(parts, { name: 'the check of the settings', everyMs, atStart: true, run: check })
}
