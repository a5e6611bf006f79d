/** How a new chatbot begins: empty, or with a flow that works as it stands. */
import type { NewFlow } from '../exported.rules.ts'
import { afterHours } from './after-hours.rules.ts'
import { frontDesk } from './front-desk.rules.ts'
import { refill } from './refill.rules.ts'
import { visitSurvey } from './visit-survey.rules.ts'

export interface FlowTemplate {
  readonly id: string
  readonly name: string
  /** One sentence: what it does for patients. */
  readonly does: string
  readonly flow: NewFlow
}

const empty: NewFlow = {
  name: 'New chatbot',
  nodes: [{ id: 'start', kind: 'start', settings: { channels: ['sms', 'chat'], starts: 'first' } }],
  edges: [],
}

export const emptyTemplate: FlowTemplate = {
  ...{ id: 'empty', name: 'Empty', does: 'Begins with its start alone.', flow: empty },
}

export const flowTemplates: readonly FlowTemplate[] = [
  {
    id: 'frontDesk',
    name: 'Front desk',
    does: 'Books visits, takes refills and bills, and hands over.',
    flow: frontDesk,
  },
  { id: 'refill', name: 'Refill', does: 'Takes refills by text, in English and Spanish.', flow: refill },
  { id: 'afterHours', name: 'After hours', does: 'Answers while the clinic is closed.', flow: afterHours },
  {
    id: 'visitSurvey',
    name: 'Visit survey',
    does: 'Asks how a visit was, and finds who needs a call.',
    flow: visitSurvey,
  },
]
