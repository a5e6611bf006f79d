/** The page of visits with a server that the test answers, and the clinic's day. */
import { type Appointment, appointmentExample } from '@foyer/contracts/appointments/appointment.ts'
import { markOf } from '@foyer/contracts/appointments/day.rules.ts'
import { doctorExample } from '@foyer/contracts/doctors/doctors.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { KeyboardProvider } from '../src/app/keyboard-provider.tsx'
import { Component as Appointments } from '../src/features/appointments/appointments-page.tsx'
import { live } from './controlled-live.ts'
import { type RecordedCall, showSettings } from './settings-world.tsx'

export const TODAY = '2026-11-19'
const EPOCH = 'e1'

/** A visit of today at a time of the clinic's clock, six hours before UTC. */
export function visit(
  _id: string,
  startTime: string,
  patientName: string,
  facts: Partial<Appointment> = {},
): Appointment {
  const utc = `${String(Number(startTime.slice(0, 2)) + 6).padStart(2, '0')}${startTime.slice(2)}`
  return {
    ...appointmentExample,
    ...{ _id, startTime, endTime: startTime, patientName, patientId: `p_${_id}`, conversationId: `c_${_id}` },
    ...{ appointmentDate: TODAY, startsAt: `${TODAY}T${utc}:00.000Z`, endsAt: `${TODAY}T${utc}:00.000Z`, version: 1 },
    ...facts,
  }
}

export const answer = (data: unknown, asOf = 1) => ({ code: 'ok', data, asOf, epoch: EPOCH, cursor: null })

export function pageOf(list: readonly Appointment[], total = list.length, asOf = 1) {
  return answer({ list, teleMedicineServices: [], total, more: false, bounded: false }, asOf)
}

const day = (visits: readonly Appointment[], nextDay: string | null = null) =>
  answer({
    date: TODAY,
    timezone: 'America/Chicago',
    marks: visits.map(markOf),
    atRisk: [],
    openings: [],
    unsettled: [],
    nextDay,
  })

type Answers = Parameters<typeof showSettings>[1]

export function open(visits: readonly Appointment[], answers: Answers = {}, user?: Parameters<typeof showSettings>[2]) {
  const usual: Answers = {
    appointmentList: () => pageOf(visits),
    appointmentDay: () => day(visits),
    doctors: () => answer([doctorExample]),
    agents: () => answer([]),
    dueDateList: () => answer([]),
    appointmentOne: ({ query }) => {
      return answer({ appointment: visits.find(({ _id }) => _id === query.appointmentId), history: [] })
    },
  }
  const page = (
    <KeyboardProvider>
      <Appointments />
    </KeyboardProvider>
  )
  const world = showSettings(page, { ...usual, ...answers }, user)
  return {
    ...world,
    /** The pages that the list has asked for; the words of the filters are read in pages of 100. */
    pages: () => world.of('appointmentList').filter(({ query }) => query.limit === 10),
  }
}

/** The call's filter, as it travels. */
export const filterOf = (asked: RecordedCall | undefined) => JSON.parse(asked?.query.query ?? '{}')

export const table = () => screen.findByRole('table', { name: 'Appointments' })

export async function row(name: string) {
  return within(await table()).getByRole('row', { name: new RegExp(name) })
}

export async function choose(label: string, option: string) {
  await userEvent.click(screen.getByRole('button', { name: new RegExp(`^${label}:`) }))
  await userEvent.click(await screen.findByRole('option', { name: option }))
}

export async function fromMenu(name: string, entry: string) {
  await userEvent.click(await screen.findByRole('button', { name: `More for ${name}` }))
  await userEvent.click(await screen.findByRole('menuitem', { name: new RegExp(entry) }))
}

/** Sends events of the stream, each with its seq. */
export function tell(...events: { seq: number; type: string; data: object }[]) {
  const wrapped = events.map((event) => ({
    ...event,
    ...{ organizationId: 'org_cedar', epoch: EPOCH, at: '2026-11-19T15:16:00.000Z', id: `ev_${event.seq}`, counts: {} },
    ...{ audience: 'organization', key: 'k' },
  }))
  const seqs = events.map(({ seq }) => seq)
  const span = { from: Math.min(...seqs) - 1, to: Math.max(...seqs) }
  const frame = { ...span, organizationId: 'org_cedar', epoch: EPOCH, counts: {}, events: wrapped }
  live().tell({ type: 'relay.events', frame } as never)
}

export const changed = (seq: number, appointment: Appointment) => ({
  ...{ seq, type: 'appointment.changed' },
  data: { ...appointment, version: seq },
})
