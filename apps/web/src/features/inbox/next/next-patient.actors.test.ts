import { conversationExample } from '@foyer/contracts/inbox/conversation.ts'
import { expect, test, vi } from 'vitest'
import type { Api } from '../../../api/client.ts'
import { startNextPatient } from './next-patient.actors.ts'

test('the walk releases the conversation that it gets after its end', async () => {
  const calls: { name: string; answer: (value: unknown) => void; body: unknown }[] = []
  const api = ((name: string, { body }: { body: unknown }) =>
    new Promise((answer) => calls.push({ name, answer, body }))) as unknown as Api
  const onOpen = vi.fn()
  const walk = startNextPatient({
    ...{ api, organizationId: 'o1', newId: () => 'tab-1', page: document, onOpen },
    ...{
      onFinished: vi.fn(),
      onFailed: vi.fn(),
      inbox: { applyRead: vi.fn(), onHandled: () => ({ unsubscribe: vi.fn() }) },
    },
  })
  walk.actor.send({ type: 'next.requested', openId: null })
  walk.stop()
  calls[0]?.answer({
    data: { conversation: conversationExample, done: { answered: 0, typicalMinutes: null } },
    epoch: 'e1',
  })
  await vi.waitFor(() => expect(calls[1]).toBeDefined())
  expect(calls.map(({ name }) => name)).toEqual(['nextPatient', 'releaseHold'])
  expect(calls[1]?.body).toEqual({ organizationId: 'o1', holder: 'tab-1', conversationId: conversationExample.id })
  expect(onOpen).not.toHaveBeenCalled()
})
