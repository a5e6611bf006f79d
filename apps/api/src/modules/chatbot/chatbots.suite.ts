/** Test setup: a clinic, and the calls by which chatbots are built. */

import { type CallName, calls } from '@foyer/contracts/calls.ts'
import type { ChatbotFlow } from '@foyer/contracts/chatbot/chatbot.ts'
import type { FlowInput } from '@foyer/contracts/chatbot/flow.ts'
import { fillPath } from '@foyer/contracts/path.rules.ts'
import { ask as askPlainly } from '../../../../../tests/support/plain-http.ts'
import { type Clinic, openClinic } from '../clinic.suite.ts'

export interface Input {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: object
  readonly user?: string
  readonly organizationId?: string
  readonly headers?: Readonly<Record<string, string>>
}

export interface Reply {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  readonly body: any
}

export interface Chatbots extends Clinic {
  /** Makes a call about o1 as Lena by default. */
  ask(name: CallName, input?: Input): Promise<Reply>
  save(flow: Partial<FlowInput>, more?: object, input?: Input): Promise<Reply>
  /** Saves a new flow and publishes it. */
  publish(flow: Partial<FlowInput>): Promise<ChatbotFlow>
}

export async function openChatbots(env: Record<string, string> = {}): Promise<Chatbots> {
  const clinic = await openClinic(env)

  const ask: Chatbots['ask'] = async (name, input = {}) => {
    const { params = {}, query, body, user = 'lena', organizationId = 'o1', headers = {} } = input
    const { method, path, organization } = calls[name]
    const named = organization === 'header' ? {} : { organizationId }
    const hasBody = method !== 'GET' && method !== 'DELETE'
    const search = hasBody ? '' : `?${new URLSearchParams({ ...named, ...query })}`
    const { status, text } = await askPlainly(`${clinic.url}${fillPath(path, params)}${search}`, {
      method,
      headers: {
        authorization: `Bearer ${user}`,
        ...(organization === 'header' && { organizationid: organizationId }),
        ...(hasBody && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(hasBody && { body: JSON.stringify({ ...named, ...body }) }),
    })
    return { status, body: JSON.parse(text) }
  }

  const save: Chatbots['save'] = (flow, more = {}, input = {}) =>
    ask('saveChatbotFlow', { ...input, body: { flow: { name: 'Front desk', nodes: [], edges: [], ...flow }, ...more } })

  return {
    ...clinic,
    ...{ ask, save },
    async publish(flow) {
      const { status, body } = await save(flow)
      if (status !== 200) throw new Error(`The chatbot was not saved: ${JSON.stringify(body)}`)
      const saved: ChatbotFlow = body.data
      const params = { flowId: saved._id }
      const published = await ask('publishChatbot', { params, body: { revision: saved.revision, note: 'First' } })
      if (published.status !== 200) throw new Error(`It was not published: ${JSON.stringify(published.body)}`)
      return saved
    },
  }
}

/** Asks which of two things the patient wants, and the name of a medicine. */
export const desk: Partial<FlowInput> = {
  name: 'Front desk',
  nodes: [
    { id: 'start', kind: 'start', settings: { channels: ['sms', 'chat'], starts: 'first' } },
    {
      ...{ id: 'help', kind: 'question', text: 'How can we help?' },
      options: [
        { id: 'refill', label: 'Refill a prescription' },
        { id: 'hours', label: 'Opening hours' },
      ],
      settings: { expects: 'choice', saveAs: 'wish', silence: { afterSeconds: 600, nudge: 'Are you there?' } },
    },
    { id: 'medicine', kind: 'question', text: 'Which medicine?', settings: { expects: 'text', saveAs: 'medicine' } },
    { id: 'mark', kind: 'action', text: '', settings: { do: 'setRequestType', requestType: 'prescription' } },
    { id: 'staff', kind: 'handoff', text: 'Thanks. A person looks at it.', settings: { to: 'dana' } },
    { id: 'done', kind: 'end', text: 'We are open from 8 to 5.', settings: { close: true } },
  ],
  edges: [
    { id: 'e1', source: 'start', target: 'help' },
    { id: 'e2', source: 'help', target: 'medicine', port: 'refill' },
    { id: 'e3', source: 'help', target: 'done', port: 'hours' },
    { id: 'e4', source: 'medicine', target: 'mark' },
    { id: 'e5', source: 'mark', target: 'staff' },
  ],
}
