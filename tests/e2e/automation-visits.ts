/** Visits that come due for an automation. The rows in the store say that time has passed, because no screen can. */
import { dayAfter } from '@foyer/contracts/time/calendar.rules.ts'
import { signIn } from '../support/member.ts'
import type { Phone } from '../support/phone.ts'
import type { World } from '../support/world.ts'
import { queryStore } from '../support/world-store.ts'
import { clinicDay, expect } from './fixtures.ts'

const organizationId = 'org_cedar'

interface Booked {
  readonly phone: Phone
  readonly firstName: string
  readonly doctorId: string
  readonly type: string
  readonly time: string
}

/** Books a visit for a new patient, on a day that no other test uses. */
export async function bookVisit(world: World, { phone, firstName, doctorId, type, time }: Booked): Promise<string> {
  const lena = await signIn(world.url, 'lena@demo.test')
  const date = dayAfter(clinicDay(), 380)
  const patient = { organizationId, firstName, lastName: 'Kestrel', phoneNumber: phone.number }
  const { data } = await lena.call('addPatient', { body: patient, key: crypto.randomUUID() })
  const visit = { organizationId, patientId: data._id, doctorId, date, time, appointmentType: type }
  return (await lena.call('bookAppointment', { body: visit, key: crypto.randomUUID() })).data.appointmentId
}

/** Lets the time pass until the visits begin in 48 hours, or a little less: the first one comes due first. */
export async function passUntilDue(world: World, visits: readonly string[], automation: string): Promise<void> {
  await queryStore(
    world,
    `update appointments as its set timed_at = its.timed_at - passed.time,
       starts_at = its.starts_at - passed.time, ends_at = its.ends_at - passed.time
     from (select id, starts_at - now() - interval '48 hours' + interval '10 seconds' * (10 - array_position($1, id)) as time
       from appointments where id = any($1)) as passed
     where its.id = passed.id`,
    [visits],
  )
  const pass = `update automation_clocks as clock
    set begun_at = now() - interval '5 minutes', swept_to = now() - interval '5 minutes', due_at = now()
    from automations as its
    where its.id = clock.automation_id and its.name = $1 and clock.leased_by is null returning its.id`
  // A pass that is under way would write its own time over it.
  await expect.poll(() => queryStore(world, pass, [automation])).toHaveLength(1)
}

/** Lets the time pass until the runs of an automation go on. */
export async function passWaits(world: World, automation: string): Promise<void> {
  await queryStore(
    world,
    `update automation_runs as run set due_at = now() from automations as its
     where its.id = run.automation_id and its.name = $1 and run.state = 'waiting'`,
    [automation],
  )
}

/** Moves the clinic to where it is noon, so that its hours let a text leave; returns what brings it back. */
export async function moveToNoon(world: World): Promise<() => Promise<void>> {
  const set = (timezone: string) =>
    queryStore(world, 'update organizations set timezone = $1 where id = $2', [timezone, organizationId])
  const before = await queryStore(world, 'select timezone from organizations where id = $1', [organizationId])
  // In these names the hours behind UTC have the plus sign.
  const behind = new Date().getUTCHours() - 12
  await set(`Etc/GMT${behind < 0 ? behind : `+${behind}`}`)
  return async () => void (await set(String(before[0]?.timezone)))
}
