/** Starts the worker that texts codes to numbers on file. The code and its text are made in one transaction. */
import { actionWords } from '@foyer/contracts/chatbot/action-words.rules.ts'
import { dayIn } from '@foyer/contracts/time/wall-clock.rules.ts'
import { writeAside } from '../../db/put-aside.ts'
import type { Tx } from '../../db/tx.ts'
import { appendEvents } from '../../events/append.ts'
import type { Services } from '../../services.ts'
import { type DueOptions, startDueWorker } from '../../workers/due-worker.ts'
import type { Worker } from '../../workers/loop.ts'
import { readConsent } from '../consent/consent.ts'
import { lockSender, stageQuietText } from '../conversations/conversations.ts'
import { readClinic } from '../organizations/organizations.ts'
import { objectionToNumber } from '../outbound/countries.rules.ts'
import { countText } from '../outbound/outbound.ts'
import { isNumberOfDeceased } from '../patients/patients.ts'
import { codeFrom, codeHash } from './codes.rules.ts'
import { type DueCode, dueCodes, numberOfPatient } from './codes.store.ts'

type CodeOutcome = 'texted' | 'refused' | 'gone'

export function startCodeTexts(parts: Services, options?: DueOptions): Worker {
  return startDueWorker<DueCode>(
    parts,
    {
      name: 'the code of a chatbot',
      queue: dueCodes,
      take: (due, { worker }) =>
        writeAside(parts.database, due.organizationId, (tx) => textCode(tx, parts, due, worker)),
      outcomes: { name: 'foyer_bot_codes_total', help: 'Outcomes of codes that chatbots text' },
    },
    options,
  )
}

type Parts = Pick<Services, 'clock' | 'config' | 'newId'>

export async function textCode(tx: Tx, parts: Parts, due: DueCode, worker: string): Promise<CodeOutcome> {
  const { organizationId, id, patientId, language } = due
  const { config, newId } = parts
  const now = parts.clock.now()
  const phoneNumber = await numberOfPatient(tx, organizationId, patientId)
  const refuse = async (): Promise<CodeOutcome> =>
    (await dueCodes.finish(tx, due, { status: 'refused' })) ? 'refused' : 'gone'
  if (phoneNumber === null || objectionToNumber(phoneNumber, config.smsCountries) !== null) return refuse()
  // Sent together: the store takes the lock first and executes the rest under it.
  const [conversation = null, isHeld, consent, isDeceased, clinic] = await Promise.all([
    lockSender(tx, { organizationId, sender: phoneNumber, withOthers: false }),
    dueCodes.isHeld(tx, due, worker),
    readConsent(tx, organizationId, phoneNumber),
    isNumberOfDeceased(tx, { organizationId, phoneNumber }),
    readClinic(tx, organizationId),
  ])
  if (!isHeld) return 'gone'
  if (consent !== 'subscribed' || isDeceased || clinic.smsNumber === null) return refuse()
  const day = dayIn(now, clinic.timezone)
  if ((await countText(tx, { organizationId, phoneNumber, day }, config)) !== null) return refuse()
  const code = codeFrom(config.authSecret, newId())
  // An answer leaves at once also at night: the patient waits for it.
  const { change } = stageQuietText(tx, parts, {
    ...{ organizationId, phoneNumber, conversation, patientId, now, origin: 'bot', kind: 'answer' },
    body: actionWords(language).codeText(clinic.name, code),
  })
  const isOpen = await dueCodes.finish(tx, due, { status: 'texted', code_hash: codeHash(config.authSecret, id, code) })
  if (!isOpen) throw new Error('A code that this worker holds has ended.')
  await appendEvents(tx, { organizationId, at: now }, [change])
  return 'texted'
}
