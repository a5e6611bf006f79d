/** The consent to texts of a patient's number, its ledger, and the patient's consent to promotion, as staff change them. */
import * as calls from '@foyer/contracts/patients/chart-calls.ts'
import type { PatientRecord } from '@foyer/contracts/patients/patient-record.ts'
import { displayPhone } from '@foyer/contracts/phone.rules.ts'
import { dayIn } from '@foyer/contracts/time/wall-clock.rules.ts'
import type { Tx } from '../../db/tx.ts'
import { appendEvents, type LogPosition, readHead } from '../../events/append.ts'
import { notFound, notValid, Refusal } from '../../http/refusal.ts'
import { type Route, route } from '../../http/route.ts'
import type { Services } from '../../services.ts'
import {
  type ConsentChange,
  listConsentChanges,
  readConsentSince,
  saveConsent,
  stageConsent,
} from '../consent/consent.ts'
import { askToStop, type ConversationState } from '../conversations/conversations.rules.ts'
import { claimSenders, conversationChange, lockOthersOfNumber, reactToOptOut } from '../conversations/conversations.ts'
import type { Seams } from '../module.ts'
import { readClinic } from '../organizations/organizations.ts'
import { makeDueNow } from '../outbound/outbound.ts'
import { findNumber, readPatientRecords } from '../patients/patients.ts'
import { judge } from './consent.rules.ts'
import { changePatients } from './patient-change.ts'

export function consentRoutes({ clock, ...seams }: Services & Seams): Route[] {
  return [
    route(calls.patientConsent, ({ params: { id }, organizationId, read }) =>
      read(async (tx) => {
        const [{ seq, epoch }, [patient]] = await Promise.all([
          readHead(tx, organizationId),
          readPatientRecords(tx, { organizationId, ids: [id], now: clock.now() }),
        ])
        if (!patient) throw notFound()
        const { phoneNumber } = patient
        const data = phoneNumber === null ? [] : await listConsentChanges(tx, { organizationId, phoneNumber })
        return { code: 'ok' as const, data, asOf: seq, epoch }
      }),
    ),

    route(calls.saveMarketingConsent, ({ params: { id }, body: { consent }, organizationId, write }) =>
      write(async (tx) => {
        const now = clock.now()
        const { timezone } = await readClinic(tx, organizationId)
        if (consent !== null && consent.on > dayIn(now, timezone))
          throw notValid('consent.on', 'Must not be in the future')
        const edit = { marketingConsentOn: consent?.on ?? null, marketingConsentSource: consent?.source ?? null }
        const { records, position } = await changePatients(tx, { organizationId, patientIds: [id], now }, () => edit)
        const [record] = records
        if (!record) throw notFound()
        return answer(record, position)
      }),
    ),

    route(calls.savePatientConsent, ({ params: { id }, body, caller, organizationId, write }) =>
      write(async (tx) => {
        const { smsStatus: wanted, how, note } = body
        const now = clock.now()
        const read = async () => {
          const [patient] = await readPatientRecords(tx, { organizationId, ids: [id], now })
          if (!patient) throw notFound()
          return patient
        }
        const { phoneNumber } = await read()
        if (phoneNumber === null) throw new Refusal('no_number', 'This patient has no phone number.')
        // Sent together; the store takes the locks first and reads under them.
        const [, shown, locked, { smsStatus: was }, [newest], clinic] = await Promise.all([
          claimSenders(tx, organizationId, [phoneNumber]),
          lockOthersOfNumber(tx, { organizationId, phoneNumber, except: null }),
          findNumber(tx, organizationId, id),
          readConsentSince(tx, organizationId, phoneNumber),
          listConsentChanges(tx, { organizationId, phoneNumber }, 1),
          readClinic(tx, organizationId),
        ])
        if (locked?.phoneNumber !== phoneNumber)
          throw new Refusal('stale', 'This patient got another number meanwhile.', { data: await read() })
        const verdict = judge({ now: was, newest }, wanted)
        if (verdict === 'blocked') throw new Refusal('blocked', 'This number is blocked.')
        if (verdict === 'refuse') throw optedOut(clinic.smsNumber)
        if (verdict === 'keep') return answer(await read(), await appendEvents(tx, { organizationId, at: now }, []))
        const change = { organizationId, phoneNumber, was, becomes: wanted, how, note, by: caller.userId, at: now }
        const { records, position } = await saveChange(tx, seams, change, shown)
        return answer(records.find(({ _id }) => _id === id) ?? (await read()), position)
      }),
    ),
  ]
}

/** Saves the consent, tells of the number's conversations and patients, and drops texts that may not leave any more. */
async function saveChange(
  tx: Tx,
  seams: Seams,
  change: ConsentChange & { readonly becomes: 'subscribed' | 'opted_out'; readonly by: string },
  shown: readonly ConversationState[],
): Promise<{ records: readonly PatientRecord[]; position: LogPosition }> {
  const { organizationId, phoneNumber, was, becomes, by, at: now } = change
  // The consent of a blocked number takes effect when the block ends.
  const affected = was === 'blocked' ? [] : shown
  // Sent together; the store executes them in this order.
  const [, staged, ...changed] = await Promise.all([
    saveConsent(tx, { organizationId, phoneNumber, smsStatus: becomes, at: now }),
    stageConsent(tx, change),
    ...affected.map(async (before) => {
      if (becomes === 'subscribed' || before.channel !== 'sms')
        return { before, conversation: before, own: [], entries: [] }
      const [reaction] = await Promise.all([
        reactToOptOut(tx, seams, { conversation: askToStop(before, false), now }),
        makeDueNow(tx, { organizationId, conversationId: before.id }),
      ])
      return { before, ...reaction }
    }),
  ])
  const also = [{ kind: 'consent', from: was, to: becomes } as const]
  const changes = changed.flatMap(({ before, conversation: after, own, entries }) => [
    ...conversationChange(tx, { before, after, by, now, also: [...also, ...own] }),
    ...entries,
  ])
  const position = await appendEvents(tx, { organizationId, at: now }, [...changes, ...staged.changes])
  return { records: staged.records(), position }
}

function optedOut(smsNumber: string | null): Refusal {
  const where = smsNumber === null ? '' : ` to ${displayPhone(smsNumber)}`
  return new Refusal('opted_out', `Ask them to text START${where}.`)
}

function answer(data: PatientRecord, { seq, epoch }: LogPosition) {
  return { code: 'ok' as const, data, asOf: seq, epoch }
}
