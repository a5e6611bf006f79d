/** A patient's reply after several texts of the clinic, and the one of them that it answers. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openReplies, type Replies } from './replies.suite.ts'

let replies: Replies
beforeAll(async () => {
  replies = await openReplies()
})
afterAll(() => replies.close())

const CONFIRMED = 'confirmed//confirm'
const UNCLEAR = 'scheduled//unclear'
const ASKED = 'scheduled/asked/reschedule'
const UNTOUCHED = 'scheduled//'

const standings = (...ids: string[]) => Promise.all(ids.map((id) => replies.standing(id)))

/** The texts that wait have reached the number. */
async function deliver(from: string) {
  await replies.store.query(
    `update messages set status = 'delivered' where status = 'queued'
     and id in (select message_id from reminders where address = $1)`,
    [from],
  )
  await replies.store.query('delete from outbound_texts')
  replies.pass(60_000)
}

async function invite(from: string, patientId: string) {
  await replies.store.query(
    `insert into due_dates (organization_id, id, patient_id, appointment_type, due_date, version)
     values ('o1', $1, $2, 'Mammogram', '2026-11-18', 0)`,
    [`due-${patientId}`, patientId],
  )
  const { body } = await replies.ask('inviteDueDates', 'lena', { dueDateIds: [`due-${patientId}`] })
  expect(body.data.skipped).toEqual([])
  await deliver(from)
}

async function missed(from: string, id: string) {
  await replies.store.query(`update appointments set status = 'noShow' where id = $1`, [id])
  const { status, body } = await replies.ask('sendReminder', 'lena', { appointmentId: id, type: 'noShow' })
  expect(status, JSON.stringify(body)).toBe(200)
  await deliver(from)
}

describe('a reminder', () => {
  test('is not answered by free words after an invitation, which staff read', async () => {
    const { from, rosalind } = await replies.family()
    await invite(from, `p${rosalind}`)
    expect(await replies.text(from, 'Yes please')).toMatchObject({ unreadCount: 1 })
    expect(await replies.standing(rosalind)).toBe(UNCLEAR)
    await replies.text(from, 'C')
    expect(await replies.standing(rosalind)).toBe(CONFIRMED)
  })

  test('is not answered by free words after the follow-up of another visit that was missed', async () => {
    const { from, rosalind, elias } = await replies.family()
    await missed(from, elias)
    expect(await replies.text(from, 'can we reschedule')).toMatchObject({ unreadCount: 1 })
    expect(await replies.standing(rosalind)).toBe(UNCLEAR)
  })

  test('is answered by free words when the invitation came before it, or did not arrive', async () => {
    const earlier = await replies.family()
    await invite(earlier.from, `p${earlier.rosalind}`)
    await replies.remind(earlier.from, earlier.rosalind)
    await replies.text(earlier.from, 'Yes')
    expect(await replies.standing(earlier.rosalind)).toBe(CONFIRMED)
    const failed = await replies.family()
    await invite(failed.from, `p${failed.rosalind}`)
    await replies.store.query(
      `update messages set status = 'undelivered'
       where id in (select message_id from reminders where address = $1 and type = 'invitation')`,
      [failed.from],
    )
    await replies.text(failed.from, 'Yes')
    expect(await replies.standing(failed.rosalind)).toBe(CONFIRMED)
  })
})

describe('the newest of two reminders', () => {
  /** Rosalind was reminded first, and then Elias by a text of his own. */
  async function twice() {
    const family = await replies.family()
    await replies.remind(family.from, family.elias)
    return family
  }

  test.each([
    ['C', UNTOUCHED, CONFIRMED],
    ["can't make it", UNTOUCHED, ASKED],
    ['Is it confirmed?', UNTOUCHED, UNCLEAR],
    ['Elias yes', UNTOUCHED, CONFIRMED],
    ['Rosalind yes', CONFIRMED, UNTOUCHED],
    ["Rosalind yes, Elias can't", CONFIRMED, ASKED],
    ['yes both', CONFIRMED, CONFIRMED],
  ])('alone is answered by %s, but for patients of the older one whom it names', async (body, ofRosalind, ofElias) => {
    const { from, rosalind, elias } = await twice()
    await replies.text(from, body)
    expect(await standings(rosalind, elias)).toEqual([ofRosalind, ofElias])
  })

  test('alone is answered by a name when both are about visits of the same patient', async () => {
    const { from, rosalind } = await replies.family()
    await replies.visit(`${rosalind}-later`, '2026-11-24T15:30:00Z', { patientId: `p${rosalind}` })
    await replies.remind(from, `${rosalind}-later`)
    await replies.text(from, 'Rosalind yes')
    expect(await standings(rosalind, `${rosalind}-later`)).toEqual([UNTOUCHED, CONFIRMED])
  })
})

test('a reminder is not answered from a number that the patient no longer has', async () => {
  const { from, rosalind, elias } = await replies.family()
  await replies.store.query('update patients set phone_number = $2 where id = $1', [`p${rosalind}`, '+15125559981'])
  await replies.text(from, 'C')
  expect(await standings(rosalind, elias)).toEqual([UNTOUCHED, CONFIRMED])
})
