import { type Conversation, conversationExample } from '@foyer/contracts/inbox/conversation.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { MemoryRouter } from 'react-router'
import { CallError } from '../src/api/call-error.ts'
import { type Api, createApi } from '../src/api/client.ts'
import { Live } from '../src/parts/live-context.tsx'
import { type AppServices, ServicesContext } from '../src/parts/services.tsx'
import { createAppState } from '../src/state/app-state.ts'
import { createLive, live } from './controlled-live.ts'

export const now = new Date('2026-11-19T15:16:00Z')
export const timezone = 'America/Chicago'
export const unknown: Conversation = {
  ...conversationExample,
  id: 'c1',
  patientId: null,
  patientImportId: null,
  name: 'Unknown',
  phoneNumber: '+15125550187',
  status: 'unassigned',
}

export interface RecordedCall {
  readonly name: string
  readonly query: Record<string, unknown>
  readonly body: Record<string, unknown>
  readonly idempotencyKey?: string
}
type Answers = Record<string, (asked: RecordedCall) => unknown>

export const ok = (data: unknown) => ({ code: 'ok', data, asOf: 10, epoch: 'e1', cursor: null as string | null })

/** Throws a refusal as the server sends it. */
export function refused(message: string, status: number, problem: object = {}): never {
  throw new CallError(message, status, { requestId: 'ref-1', ...problem })
}

/** Renders a part of the panel alone, with a server that answers only the expected calls. */
export function showPanelPart(part: ReactElement, answers: Answers = {}, fetch?: AppServices['fetch']) {
  const asked: RecordedCall[] = []
  const call = async (name: string, options: Partial<RecordedCall> = {}) => {
    const one = { query: {}, body: {}, ...options, name }
    asked.push(one)
    const answer = answers[name]
    if (!answer) throw new Error(`${name} was not expected`)
    return answer(one)
  }
  const unused = () => {
    throw new Error('This part must not use it')
  }
  const app = createAppState({ getItem: () => null, setItem: () => undefined, removeItem: () => undefined })
  const token = { get: async () => 'token', renew: async () => 'token' }
  const nobody = {
    organizationId: () => null,
    userId: () => null,
    cookies: () => '',
    timezone: () => timezone,
    isAttended: () => true,
  }
  const calls = { ...nobody, fetch: fetch ?? unused, token, onUnauthenticated: unused }
  const { blob } = createApi(calls)
  const api = Object.assign(call, { blob }) as Api
  const actor = createLive({ token, checkSession: async () => true, organizationId: 'org_cedar', random: () => 0 })
  // The list beside the panel is loaded already: its snapshot lets the tab become live.
  actor.send({ type: 'reader.joined', reader: 'list', organizationId: 'org_cedar' })
  live().comeAlive()
  actor.send({ type: 'snapshot.loaded', reader: 'list', epoch: 'e1', asOf: 1 })
  const clock = { now: () => now, elapsed: () => 0 }
  const theme = {} as AppServices['theme']
  const attendance = { isAttended: () => true }
  const parts: AppServices = {
    attendance,
    api,
    calls,
    app,
    token,
    clock,
    theme,
    fetch: fetch ?? unused,
    leave: unused,
    signOut: unused,
  }
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const view = render(
    <ServicesContext value={parts}>
      <Live value={actor}>
        <QueryClientProvider client={client}>
          <MemoryRouter>{part}</MemoryRouter>
        </QueryClientProvider>
      </Live>
    </ServicesContext>,
  )
  return { ...view, asked, of: (name: string) => asked.filter((one) => one.name === name) }
}
