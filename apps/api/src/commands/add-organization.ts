/**
 * Adds an organization and invites its first admin by e-mail or, when no e-mail service is configured, by a link that
 * the operator passes on:
 *
 *     node apps/api/src/commands/add-organization.ts --id org_cedar --name 'Cedar Ridge' --type medicalGroup \
 *       --timezone America/Chicago --sms +15125550100 --fax +15125550190 \
 *       --admin ana@clinic.example
 *
 * Uses DATABASE_URL, also while APIs run on it, or the embedded database of DATA_DIR while nothing uses it. With
 * `--again` and only `--id` and `--admin`, an organization without an admin gets another invitation.
 */
import { randomUUIDv7 } from 'node:crypto'
import { parseArgs } from 'node:util'
import { StartRefusal } from '@foyer/contracts/environment.ts'
import { accountEmail, filledText, id } from '@foyer/contracts/fields.ts'
import { organizationTypeSchema } from '@foyer/contracts/organization.ts'
import { isZone } from '@foyer/contracts/time/wall-clock.rules.ts'
import { z } from 'zod'
import { migrate } from '../db/migrate.ts'
import { addOrganization, inviteFirstAdmin } from '../modules/session/invitations/first-admin.ts'
import { runOnStore } from './store-command.ts'

const again = z.object({ again: z.literal(true), id, admin: accountEmail })
const added = z.object({
  again: z.undefined().optional(),
  id: id.regex(/^[A-Za-z0-9][\w-]*$/, 'letters, digits, - and _'),
  name: filledText(100),
  type: organizationTypeSchema,
  timezone: z.string().refine(isZone, 'an IANA name, such as America/Chicago'),
  sms: z
    .string()
    .regex(/^\+[1-9]\d{9,14}$/, 'in E.164, such as +15125550100')
    .optional(),
  fax: z
    .string()
    .regex(/^\+1\d{10}$/, 'a number of the US or Canada, such as +15125550190')
    .optional(),
  admin: accountEmail,
})

await runOnStore(async (open) => {
  const given = readArguments()
  const store = await open({ make: true })
  await migrate(store.config.databaseUrl)
  const parts = {
    ...{ config: store.config, database: store.connect() },
    ...{ clock: { now: () => new Date() }, newId: () => randomUUIDv7() },
  }
  const { link } = given.again
    ? await inviteFirstAdmin(given.id, given.admin, parts)
    : await addOrganization(
        { ...given, smsNumber: given.sms ?? null, faxNumber: given.fax ?? null },
        given.admin,
        parts,
      )
  if (!given.again) console.log(`Added ${given.id}.`)
  if (link === null) console.log(`${given.admin} is invited by mail as soon as an API runs.`)
  else
    console.log(
      `No e-mail service is set up. Hand this link over to ${given.admin}; it works once, for seven days:\n${link}`,
    )
})

function readArguments() {
  const one = { type: 'string' } as const
  const options = { id: one, name: one, type: one, timezone: one, sms: one, fax: one, admin: one }
  let values: unknown
  try {
    values = parseArgs({ options: { ...options, again: { type: 'boolean' } } }).values
  } catch {
    throw new StartRefusal(
      `Takes ${Object.keys(options)
        .map((name) => `--${name}`)
        .join(', ')} and --again, each with its value.`,
    )
  }
  const read = (values as { again?: boolean }).again
    ? again.strict().safeParse(values)
    : added.strict().safeParse(values)
  if (read.success) return read.data
  const wrong = read.error.issues.map(({ path: [name], message }) => `--${String(name ?? '…')}: ${message}`)
  throw new StartRefusal(`${wrong.join('. ')}.`)
}
