/** Test setup: the clinic of `clinic.suite.ts` with two doctors, and appointments by a line each. */
import { type CallName, calls } from '@foyer/contracts/calls.ts'
import { ask as plain } from '../../../../../tests/support/plain-http.ts'
import { type Answer, type Clinic, openClinic } from '../clinic.suite.ts'

type Fields = Record<string, unknown>

export interface Visits extends Clinic {
  /** Makes a call of the campaign service, with the credentials that it requires; the organization is also in the header. */
  ask(name: CallName, user: string, fields?: Fields, headers?: Record<string, string>): Promise<Answer>
  /** Adds an appointment of p1 with doctor1 in o1, of 20 minutes. `startsAt` is an instant. */
  visit(id: string, startsAt: string, more?: VisitFields): Promise<void>
  /** The stored columns of an appointment. */
  row(id: string): Promise<Record<string, unknown>>
}

interface VisitFields {
  readonly organizationId?: string
  readonly patientId?: string
  readonly doctorId?: string
  readonly status?: string
  readonly type?: string
  readonly minutes?: number
  readonly service?: string
  readonly admittedAt?: string
  readonly dischargedAt?: string
  readonly reschedule?: string
}

/** Without the organization in query or body, for the calls that name it in the header. */
const IN_HEADER: readonly CallName[] = ['appointmentList', 'exportAppointments', 'pastAppointments']

export async function openVisits(env: Record<string, string> = {}): Promise<Visits> {
  const clinic = await openClinic(env)
  const { store } = clinic
  await store.query(`insert into doctors (organization_id, id, first_name, last_name, name) values
    ('o1', 'doctor1', 'Amara', 'Okafor', 'Dr. Amara Okafor'), ('o1', 'doctor2', 'Ravi', 'Patel', 'Dr. Ravi Patel'),
    ('o2', 'doctor9', 'Lin', 'Chen', 'Dr. Lin Chen')`)
  return {
    ...clinic,
    async ask(name, user, { organizationId = 'o1', ...fields } = {}, headers = {}) {
      const { method, path } = calls[name]
      const named: Fields = IN_HEADER.includes(name) ? fields : { organizationId, ...fields }
      const inPath = path.replace(/:(\w+)/g, (_, param: string) => encodeURIComponent(String(named[param])))
      const rest = Object.entries(named).filter(([field]) => !path.includes(`:${field}`))
      const search = new URLSearchParams(rest.map(([field, value]) => [field, String(value)]))
      const credentials = { 'access-token': user, userid: user, organizationid: String(organizationId), ...headers }
      const { status, text } = await plain(`${clinic.url}${inPath}${method === 'GET' ? `?${search}` : ''}`, {
        method,
        headers: { authorization: `Bearer ${user}`, 'content-type': 'application/json', ...credentials },
        ...(method === 'GET' ? {} : { body: JSON.stringify(Object.fromEntries(rest)) }),
      })
      return { status, body: text.startsWith('{') ? JSON.parse(text) : text }
    },
    async visit(id, startsAt, more = {}) {
      const { organizationId = 'o1', patientId = 'p1', doctorId = 'doctor1', status = 'scheduled' } = more
      await store.query(
        `insert into appointments (organization_id, id, patient_id, doctor_id, doctor_name, starts_at, ends_at, status,
           type, location, telemedicine_service_id, admitted_at, discharged_at, reschedule, reschedule_at)
         select $1, $2, $3, $4, name, $5::timestamptz, $5::timestamptz + $6 * interval '1 minute', $7, $8, 'Northgate',
           $9, $10, $11, $12, case when $12::text is not null then now() end
         from doctors where organization_id = $1 and id = $4`,
        [
          ...[organizationId, id, patientId, doctorId, startsAt, more.minutes ?? 20, status, more.type ?? 'Follow-up'],
          ...[more.service ?? null, more.admittedAt ?? null, more.dischargedAt ?? null, more.reschedule ?? null],
        ],
      )
    },
    async row(id) {
      const [row] = await store.query<Record<string, unknown>>('select * from appointments where id = $1', [id])
      if (!row) throw new Error(`There is no appointment ${id}.`)
      return row
    },
  }
}
