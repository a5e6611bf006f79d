/** Actions of visits, their reminders and replies, and of due dates. */
import type { CallName } from '@foyer/contracts/calls.ts'
import { example } from '@foyer/contracts/examples.ts'
import { CEDAR, type Clinics } from '../calls/clinics.ts'
import { startWorker } from './carrier.ts'
import type { Action } from './stage.ts'

const organizationId = CEDAR.id
const ROSALIND = '+15125550142'
const [ASKED, OF_MIGUEL, LATER] = example.appointmentIds
const [OVERDUE, COMING] = example.dueDateIds
const [OKAFOR, REYES] = example.doctorIds

type Act = Action['act']

const inOrder =
  (...acts: Act[]): Act =>
  async (stage) => {
    for (const act of acts) await act(stage)
  }

const as =
  (who: 'lena' | 'dana' | 'sam', name: CallName, fields: object): Act =>
  ({ clinics }) =>
    clinics.staff[who].call(name, { body: { organizationId, ...fields } } as never)

const asLena = (name: CallName, fields: object) => as('lena', name, fields)

const changes = (appointmentIds: readonly string[], change: object, who: 'lena' | 'dana' = 'lena') =>
  as(who, 'changeAppointments', { appointmentIds, change })

const handsOver: Act = async ({ clinics }) => {
  const worker = startWorker(clinics)
  await worker.drain().finally(worker.stop)
}

const reminds = inOrder(asLena('sendReminder', { appointmentId: ASKED, type: 'reminder' }), handsOver)

const texts =
  (body: string): Act =>
  ({ clinics }) =>
    clinics.text(ROSALIND, body)

const settles =
  (as: 'confirm' | 'reschedule' | 'none'): Act =>
  async ({ clinics, conversationId }) => {
    const [message] = await clinics.store.query<{ id: string }>(
      `select id from messages where conversation_id = $1 and direction = 'inbound' order by created_at desc limit 1`,
      [conversationId],
    )
    const body = { organizationId, messageId: message?.id ?? 'absent', answers: [{ appointmentId: ASKED, as }] }
    await clinics.staff.lena.call('settleReply', { body })
  }

const renames =
  (doctorId: string, firstName: string): Act =>
  async ({ clinics: { staff } }) => {
    const { data } = await staff.lena.call('doctor', { query: { organizationId, doctorId } })
    const body = { organizationId, doctorId, version: data.version, firstName }
    await staff.lena.call('updateDoctor', { body })
  }

/** Changes visits and takes the change back. */
const takesBack =
  (appointmentIds: string[], status: 'cancelled' | 'noShow'): Act =>
  async ({ clinics: { staff } }) => {
    const body = { organizationId, appointmentIds, change: { type: 'status', status } } as const
    const { data } = await staff.lena.call('changeAppointments', { body })
    await staff.lena.call('undoAppointments', { body: { organizationId, undoId: data.undoId ?? 'absent' } })
  }

const nextWeek = (days = 7) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

const booking = (time: string, fields: object = {}) => {
  const about = { patientId: 'p2', doctorId: REYES, appointmentType: 'Flu shot', minutes: 20 }
  return asLena('bookAppointment', { ...about, date: nextWeek(), time, ...fields })
}

/** Makes it the newest visit of the type, so that what a due date shows as booked is this one. */
const newest = async ({ store }: Clinics, type: string) => {
  const [visit] = await store.query<{ id: string }>(
    'select id from appointments where organization_id = $1 and type = $2 order by created_at desc limit 1',
    [organizationId, type],
  )
  return visit?.id ?? 'absent'
}

const changesNewest =
  (type: string, change: object): Act =>
  async (stage) =>
    changes([await newest(stage.clinics, type)], change)(stage)

/** Two visits that have begun, so that the patient can have missed them. */
const [BEGUN, BEGUN_TOO] = ['begun-visit-1', 'begun-visit-2'] as const
/** More visits of one day than events tell of one by one. */
const MANY_VISITS = Array.from({ length: 60 }, (_, place) => `many-${place}`)

export async function addManyVisits({ store }: Pick<Clinics, 'store'>): Promise<void> {
  await store.query(
    `insert into appointments (organization_id, id, patient_id, doctor_id, doctor_name, starts_at, ends_at, status, type, location)
     select $1, id, 'p1', $2, 'Dr. Lucia Reyes', now() - before, now() - before + interval '10 minutes', 'scheduled',
       'Blood draw', 'Northgate'
     from (values ($3, interval '30 minutes'), ($4, interval '20 minutes')) as begun (id, before)`,
    [organizationId, REYES, BEGUN, BEGUN_TOO],
  )
  await store.query(
    `insert into appointments (organization_id, id, patient_id, doctor_id, doctor_name, starts_at, ends_at, status, type, location)
     select $1, id, 'p2', $2, 'Dr. Amara Okafor', at, at + interval '10 minutes', 'scheduled', 'Flu shot', 'Northgate'
     from (select id, '2126-12-02 14:00Z'::timestamptz + place * interval '10 minutes' as at
       from unnest($3::text[]) with ordinality as visits (id, place)) as timed`,
    [organizationId, OKAFOR, MANY_VISITS],
  )
}

export const VISIT_ACTIONS: Partial<Record<CallName, readonly Action[]>> = {
  sendReminder: [
    { title: 'staff remind a patient by text [LIST-04]', act: asLena('sendReminder', { appointmentId: ASKED }) },
    { title: 'the carrier accepts a reminder [LIST-04]', act: handsOver },
    { title: 'the patient confirms by text [STATE-32]', act: inOrder(reminds, texts('Yes, I will be there')) },
    { title: 'the patient asks for another time', act: inOrder(reminds, texts('Can we do another day?')) },
    { title: 'the patient is unclear', act: inOrder(reminds, texts('Is it confirmed?')) },
  ],
  settleReply: [
    { title: 'staff settle an unclear reply', act: inOrder(reminds, texts('not sure yet'), settles('confirm')) },
    { title: 'staff settle it otherwise', act: inOrder(reminds, texts('who is this'), settles('reschedule')) },
    { title: 'staff say that it means neither', act: inOrder(reminds, texts('yes?'), settles('none')) },
  ],
  sendReminders: [
    {
      title: 'staff remind several patients at once, one of whom has no such visit',
      act: inOrder(asLena('sendReminders', { appointmentIds: [ASKED, OF_MIGUEL, 'absent'] }), handsOver),
    },
  ],
  changeAppointments: [
    { title: 'a visit is held while the patient wants another time', act: changes([OF_MIGUEL], { type: 'hold' }) },
    { title: 'the wish is withdrawn', act: changes([OF_MIGUEL], { type: 'withdraw' }) },
    { title: 'two visits of different patients are confirmed', act: changes([OF_MIGUEL, LATER], { type: 'confirm' }) },
    { title: 'they are confirmed again', act: changes([OF_MIGUEL, LATER], { type: 'confirm' }, 'dana'), silent: true },
    {
      title: 'a visit is moved to another doctor',
      act: changes([LATER], { type: 'move', date: '2126-11-25', time: '10:30', doctorId: OKAFOR }),
    },
    { title: 'the desk called without an answer', act: changes([OF_MIGUEL], { type: 'called', outcome: 'noAnswer' }) },
    { title: 'a patient did not come', act: changes([BEGUN], { type: 'status', status: 'noShow' }) },
    { title: 'more visits change than events tell of', act: changes(MANY_VISITS, { type: 'confirm' }) },
  ],
  updateDoctor: [{ title: 'a doctor is renamed, whose visits show the new name', act: renames(REYES, 'Marisol') }],
  undoAppointments: [
    { title: 'a cancelled visit is taken back', act: takesBack([OF_MIGUEL], 'cancelled') },
    { title: 'a missed visit and the number of missed ones are taken back', act: takesBack([BEGUN_TOO], 'noShow') },
    { title: 'more visits are taken back than events tell of', act: takesBack(MANY_VISITS, 'cancelled') },
  ],
  markConfirmed: [
    {
      title: 'a visit is confirmed [LIST-05] [STATE-32]',
      act: inOrder(
        changes([OF_MIGUEL], { type: 'status', status: 'scheduled' }),
        asLena('markConfirmed', { appointmentId: OF_MIGUEL }),
      ),
    },
    {
      title: 'it is confirmed again [STATE-32]',
      act: asLena('markConfirmed', { appointmentId: OF_MIGUEL }),
      silent: true,
    },
  ],
  addDueDate: [
    {
      title: 'a visit is due next week',
      act: asLena('addDueDate', { patientId: 'p2', appointmentType: 'A1c', dueDate: nextWeek(), everyDays: 180 }),
    },
    {
      title: 'a visit is due later than lists show',
      act: asLena('addDueDate', { patientId: 'p2', appointmentType: 'Physical', dueDate: nextWeek(200) }),
    },
  ],
  bookAppointment: [
    { title: 'a visit is booked for what is due [CALL-SERVICES-05]', act: booking('10:00') },
    { title: 'a second one is booked before it', act: booking('08:30') },
    { title: 'the first one is cancelled', act: changesNewest('Flu shot', { type: 'status', status: 'cancelled' }) },
  ],
  finishDueDate: [
    { title: 'what is due is done [LIST-03]', act: asLena('finishDueDate', { dueDateId: COMING }) },
    { title: 'it is done again [LIST-03]', act: asLena('finishDueDate', { dueDateId: COMING }), silent: true },
    {
      title: 'a visit fulfils what is due and makes the next one',
      act: inOrder(
        booking('11:30', { appointmentType: 'A1c' }),
        changesNewest('A1c', { type: 'status', status: 'completed' }),
      ),
    },
  ],
  inviteDueDates: [
    { title: 'a patient is invited to what is due', act: asLena('inviteDueDates', { dueDateIds: [OVERDUE] }) },
    {
      title: 'the patient is invited again',
      act: asLena('inviteDueDates', { dueDateIds: [OVERDUE, 'absent'] }),
      silent: true,
    },
  ],
  bookedSlots: [
    {
      title: 'booked times are read [CALL-CAMPAIGN-23]',
      act: asLena('bookedSlots', { doctorId: OKAFOR, startDate: '2126-11-20', endDate: '2126-11-27' }),
      silent: true,
    },
  ],
  saveVisitSettings: [
    {
      title: 'an admin saves what is sent, which no list shows',
      act: async ({ clinics: { staff } }) => {
        const { data } = await staff.sam.call('visitSettings', { query: { organizationId } })
        const { timezone: _, ...settings } = data
        await staff.sam.call('saveVisitSettings', { body: { organizationId, ...settings } })
      },
      silent: true,
    },
  ],
  previewVisitSettings: [
    {
      title: 'an admin looks at what would be sent',
      act: async ({ clinics: { staff } }) => {
        const { data } = await staff.sam.call('visitSettings', { query: { organizationId } })
        const { timezone: _, ...settings } = data
        await staff.sam.call('previewVisitSettings', { body: { organizationId, ...settings } })
      },
      silent: true,
    },
  ],
}
