/** Actions of notifier templates, and of the campaigns that their runs are. */
import type { BodyOf } from '@foyer/contracts/call.ts'
import type { CallName, Calls } from '@foyer/contracts/calls.ts'
import type { NotifierTemplate } from '@foyer/contracts/campaign/template.ts'
import { wallTime } from '@foyer/contracts/time/wall-clock.rules.ts'
import { CEDAR } from '../calls/clinics.ts'
import { templatesRun } from './campaign-workers.ts'
import type { Action, Stage } from './stage.ts'

const organizationId = CEDAR.id
type Act = Action['act']
type Body = BodyOf<Calls['addNotifierTemplate']>
type Step = (stage: Stage, template: NotifierTemplate) => Promise<unknown>

const WORDS = {
  content: 'Hi {{firstName|there}}, it is time. {{clinic}}',
  frequency: { value: 30, unit: 'day' },
} as const
const HOUR_MS = 60 * 60 * 1000

/** Adds a template for Rosalind, and takes these steps with it. */
const template =
  (fields: () => Partial<Body>, ...steps: Step[]): Act =>
  async (stage) => {
    const audience = { kind: 'patients' as const, patientIds: ['p1'] }
    const body: Body = { organizationId, name: 'Check-up', audience, ...WORDS, ...fields() }
    const { data } = await stage.clinics.staff.lena.call('addNotifierTemplate', { body })
    for (const step of steps) await step(stage, data)
  }

const inactive = () => ({})
const active = () => ({ active: true })
/** In an hour on the organization's clock, which has passed already on the first clocks that texts go to. */
const dueNow = () => {
  const { day, time } = wallTime(new Date(Date.now() + HOUR_MS), 'America/Chicago')
  return { active: true, startsOn: day, timeOfDay: time }
}

const save =
  (fields: Partial<BodyOf<Calls['saveNotifierTemplate']>>): Step =>
  ({ clinics }, { _id, name, frequency }) =>
    clinics.staff.lena.call('saveNotifierTemplate', {
      params: { id: _id },
      body: { organizationId, name, frequency, ...fields },
    })

const removes: Step = ({ clinics }, { _id }) =>
  clinics.staff.lena.call('deleteNotifierTemplate', { params: { id: _id }, organizationId })
const runs: Step = ({ clinics }) => templatesRun(clinics)

export const TEMPLATE_ACTIONS: Partial<Record<CallName, readonly Action[]>> = {
  addNotifierTemplate: [
    { title: 'a member adds one that does not run [TMPL-01]', act: template(inactive) },
    { title: 'a member adds one that runs tomorrow [TMPL-01]', act: template(active) },
    { title: 'its run is launched [TMPL-01]', act: template(dueNow, runs) },
  ],
  saveNotifierTemplate: [
    { title: 'a member renames one [TMPL-01]', act: template(inactive, save({ name: 'Yearly' })) },
    {
      title: 'a member changes the frequency of one that runs [TMPL-01]',
      act: template(active, save({ frequency: { value: 90, unit: 'day' } })),
    },
    {
      title: 'a member turns one off, and its launched run becomes a draft [TMPL-01]',
      act: template(dueNow, runs, save({ active: false })),
    },
  ],
  deleteNotifierTemplate: [
    { title: 'a member deletes one [TMPL-01]', act: template(inactive, removes) },
    { title: 'a member deletes one whose run is launched [TMPL-01]', act: template(dueNow, runs, removes) },
  ],
}
