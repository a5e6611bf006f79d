/** Writes a new fax: the one that a form sends, and the one that repeats another. */

import type { Fax } from '@foyer/contracts/fax/fax.ts'
import { dayIn } from '@foyer/contracts/time/wall-clock.rules.ts'
import type { Tx } from '../../db/tx.ts'
import { notValid, Refusal } from '../../http/refusal.ts'
import type { Services } from '../../services.ts'
import { findStaff, readClinic, readFaxNumber } from '../organizations/organizations.ts'
import { problemOfNumber } from './countries.rules.ts'
import { countFax } from './fax-queue.store.ts'
import { addFax, type Told } from './faxes.store.ts'
import { findName } from './names.store.ts'

type FaxServices = Pick<Services, 'clock' | 'newId' | 'config'>

export interface Wanted {
  readonly organizationId: string
  readonly userId: string
  readonly number: string
  readonly note: string
  readonly file: Fax['file']
  readonly fileId: string
  readonly pages: number | null
  readonly againOf: string | null
}

/** [RULE-13] Refuses a number that is not faxed. */
export function checkNumber(number: string, path: string): void {
  const problem = problemOfNumber(number)
  if (problem !== null) throw notValid(path, problem)
}

/** As the last thing of the transaction. */
export async function queueFax(tx: Tx, { clock, newId, config }: FaxServices, wanted: Wanted): Promise<Told> {
  const { organizationId, userId, number, note, file, fileId, pages, againOf } = wanted
  checkNumber(number, 'toFaxNumber')
  const now = clock.now()
  const [{ timezone }, ownNumber, staff, name] = await Promise.all([
    readClinic(tx, organizationId),
    readFaxNumber(tx, organizationId),
    findStaff(tx, organizationId, userId),
    findName(tx, organizationId, number),
  ])
  if (config.fax.service === null) throw new Refusal('no_channel', 'No fax service is set up.')
  if (ownNumber === null) throw new Refusal('no_number', 'The organization has no number to fax from.')
  if (number === ownNumber) throw notValid('toFaxNumber', "This is the clinic's own number")
  const fax: Omit<Fax, 'version'> = {
    ...{ _id: newId(), organizationId, direction: 'outbound', number, ownNumber, name, note },
    ...{ status: 'queued', cause: null, file, pages, pagesSent: null, attempts: [], nextAttemptAt: null },
    ...{ sentBy: userId, sentByName: staff?.name ?? null, createdAt: now.toISOString(), completedAt: null, againOf },
  }
  const day = dayIn(now, timezone)
  return addFax(tx, { fax, fileId }, async () => {
    if (!(await countFax(tx, { organizationId, day, limit: config.fax.dailyLimit })))
      throw new Refusal('rate_limited', 'The organization has sent all the faxes that a day may have.')
  })
}
