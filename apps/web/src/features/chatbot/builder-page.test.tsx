import { type ChatbotFlow, chatbotFlowItemExample, smallFlow } from '@foyer/contracts/chatbot/chatbot.ts'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answer, tell } from '../../../test/appointments-world.tsx'
import { stubCanvas } from '../../../test/canvas-stubs.ts'
import { savesFlows } from '../../../test/chatbot-saves.ts'
import { forgetLives, live } from '../../../test/controlled-live.ts'
import { lena, showSettings } from '../../../test/settings-world.tsx'
import { CallError } from '../../api/call-error.ts'
import { KeyboardProvider } from '../../app/keyboard-provider.tsx'
import { forgetNotices } from '../../ui/notify.tsx'
import { Component as Builder } from './builder-page.tsx'
import { Component as Versions } from './versions/versions-page.tsx'

beforeEach(() => stubCanvas())
afterEach(() => {
  cleanup()
  forgetNotices()
  forgetLives()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const hours: ChatbotFlow = {
  ...chatbotFlowItemExample,
  ...smallFlow,
  ...{ name: 'Opening hours', revision: 12, problems: { errors: 0, warnings: 0 } },
}
const version = {
  ...{ number: 3, note: 'The first words', by: { _id: 'usr_sam', name: 'Sam Ortiz' }, at: hours.updatedAt },
  ...{ restoredFrom: null, findings: { errors: 0, warnings: 0 }, running: 2 },
}
const older = { ...version, number: 2, note: 'Before that', running: 0 }
const figures = { entered: 31, answered: 24, notUnderstood: 4, silent: 3, medianSeconds: 40 }
const stats = {
  ...{ started: 31, ended: { finished: 20, handedOver: 2, exitWord: 1, silent: 3 }, edges: [], asOf: hours.updatedAt },
  blocks: [{ ...figures, nodeId: 'hours' }],
}
const saves = [
  { revision: 12, at: hours.updatedAt, by: hours.updatedBy },
  { revision: 11, at: hours.updatedAt, by: { _id: 'usr_dana', name: 'Dana Whitfield' } },
]
const { _id, nodes, edges, settings } = hours
const flow = { _id, name: hours.name, nodes, edges, settings }

type Answers = Parameters<typeof showSettings>[1]

async function open(
  address: string,
  { saveChatbotFlow, ...answers }: Answers = {},
  kept: object | null = null,
  element: string | null = null,
) {
  const page = (
    <KeyboardProvider>
      <Routes>
        <Route path="chatbot/:flowId" element={<Builder />} />
        <Route path="chatbot/:flowId/versions" element={<Versions />} />
        <Route path="*" element={null} />
      </Routes>
    </KeyboardProvider>
  )
  const { fetch, posted } = savesFlows(saveChatbotFlow)
  const parts: Answers = {
    chatbotFlow: () => answer(hours),
    chatbotFlows: () => answer([{ ...hours, numbers: { running: 0, finished: 0, handedOver: 0, left: 0 } }]),
    chatbotVersions: () => answer([version, older]),
    chatbotSaves: () => answer(saves),
    chatbotStats: () => answer(stats),
    chatbotVersion: ({ name: _ }) => answer({ ...version, flow }),
    agents: () => answer([]),
    doctors: () => answer([]),
    ...answers,
  }
  const world = showSettings(page, parts, undefined, fetch)
  world.app.mainContext.chatbot = { activeFlowData: kept as never, activeElement: element }
  await act(() => world.router.navigate(address))
  return { ...world, of: (name: string) => (name === 'saveChatbotFlow' ? posted : world.of(name)) }
}
const build = (answers: Answers = {}) => open(`/chatbot/${_id}`, answers)
const savedAs = (body: { flow: typeof flow }, revision: number) => answer({ ...hours, ...body.flow, revision })
const state = () => screen.getByRole('status', { name: 'Save state' }).textContent
const rename = async (to: string) => {
  const field = await screen.findByRole('textbox', { name: 'Name of the chatbot' })
  await userEvent.clear(field)
  await userEvent.type(field, to)
}

test('the builder saves what is changed, on the revision that it was made on [OPEN-034]', async () => {
  const { of } = await build({ saveChatbotFlow: ({ body }) => savedAs(body, 13) })
  await rename('Hours')
  expect(state()).toBe('Changed.')
  await waitFor(() => expect(state()).toBe('Saved.'))
  expect(of('saveChatbotFlow').at(-1)?.body).toMatchObject({ revision: 12, flow: { _id, name: 'Hours' } })
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Hours')
})

test('a colleague’s draft takes the place of a clean one, and is a question beside a changed one', async () => {
  let theirs = { ...hours, revision: 13, name: 'Theirs', updatedBy: { _id: 'usr_dana', name: 'Dana Whitfield' } }
  let reads = 0
  const { of } = await build({
    chatbotFlow: () => {
      reads += 1
      return answer(reads === 1 ? hours : theirs)
    },
    saveChatbotFlow: ({ body }) => {
      if (body.revision < 14) throw new CallError('Failed', 409, { reason: 'stale', data: theirs })
      return savedAs(body, 15)
    },
  })
  await screen.findByRole('region', { name: /^Chatbot flow/ })
  act(() => live().comeAlive())
  act(() => tell({ seq: 2, type: 'chatbotFlow.changed', data: { ...theirs, version: 41 } }))
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Theirs'))
  theirs = { ...theirs, revision: 14 }
  await rename('Mine')
  const notice = await screen.findByRole('alert')
  expect(notice.textContent).toContain('Dana Whitfield saved while you changed')
  await userEvent.click(within(notice).getByRole('button', { name: 'Keep mine' }))
  await waitFor(() => expect(state()).toBe('Saved.'))
  expect(of('saveChatbotFlow').at(-1)?.body).toMatchObject({ revision: 14, flow: { name: 'Mine' } })
})

test('a reload keeps the selected block, and asks about what was not saved before it [ENTITY-17] [OPEN-034] [OPEN-017]', async () => {
  const mine = { ...flow, name: 'Mine' }
  const { app, of } = await open(
    `/chatbot/${_id}`,
    { saveChatbotFlow: ({ body }) => savedAs(body, 13) },
    mine,
    nodes[1]?.id ?? null,
  )
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Mine')
  const notice = await screen.findByRole('alert')
  expect(notice.textContent).toContain('was not saved the last time')
  expect(app.mainContext.chatbot.activeElement).toBe(nodes[1]?.id)
  expect(app.mainContext.chatbot.activeFlowData).toMatchObject({ _id, name: 'Mine' })
  expect(of('saveChatbotFlow')).toEqual([])
  await userEvent.click(within(notice).getByRole('button', { name: 'Keep mine' }))
  await waitFor(() => expect(state()).toBe('Saved.'))
  expect(of('saveChatbotFlow')[0]?.body).toMatchObject({ revision: 12, flow: { name: 'Mine' } })
  await waitFor(() => expect(app.mainContext.chatbot.activeFlowData).toMatchObject({ name: 'Mine', revision: 13 }))
})

test('the builder holds the open flow and the selected block while it is open [BOT-01] [ENTITY-17] [OPEN-034]', async () => {
  const { app } = await build({ saveChatbotFlow: ({ body }) => savedAs(body, 13) })
  const held = () => app.mainContext.chatbot
  const opened = { ...flow, nodes: expect.any(Array), organizationId: 'org_cedar', revision: 12 }
  await waitFor(() => expect(held().activeFlowData).toEqual(opened))
  await rename('Hours')
  await waitFor(() => expect(held().activeFlowData).toMatchObject({ _id, name: 'Hours' }))
  await waitFor(() => expect(held().activeFlowData).toMatchObject({ name: 'Hours', revision: 13 }))
  await userEvent.click(screen.getByRole('button', { name: 'Show outline' }))
  const [first] = await screen.findAllByRole('treeitem')
  await userEvent.click(first as HTMLElement)
  await waitFor(() => expect(held().activeElement).toBe(nodes[0]?.id))
  cleanup()
  expect(held()).toEqual({ activeFlowData: null, activeElement: null })
})

test('the builder holds what was changed in a chatbot that a colleague deleted, after its end too [OPEN-034]', async () => {
  const { app } = await build({
    saveChatbotFlow: () => {
      throw new CallError('Failed', 404, { reason: 'not_found' })
    },
  })
  await rename('Mine')
  expect((await screen.findByRole('alert')).textContent).toContain('was deleted meanwhile')
  const held = { ...flow, name: 'Mine', nodes: expect.any(Array), organizationId: 'org_cedar' }
  await waitFor(() => expect(app.mainContext.chatbot.activeFlowData).toEqual(held))
  cleanup()
  expect(app.mainContext.chatbot.activeFlowData).toEqual(held)
})

test('the builder holds nothing of a deleted chatbot in which nothing was changed', async () => {
  const { app } = await build()
  await screen.findByRole('region', { name: /^Chatbot flow/ })
  act(() => live().comeAlive())
  act(() => tell({ seq: 2, type: 'chatbotFlow.changed', data: { ...hours, status: 'archived', version: 41 } }))
  expect((await screen.findByRole('alert')).textContent).toContain('was deleted meanwhile')
  await waitFor(() => expect(app.mainContext.chatbot.activeFlowData).toMatchObject({ _id, revision: 12 }))
  cleanup()
  expect(app.mainContext.chatbot.activeFlowData).toBeNull()
})

test('work that another chatbot kept, or that is saved by now, is no question', async () => {
  const older = { ...flow, name: 'As it was saved before', revision: 11 }
  for (const kept of [{ ...flow, _id: 'bot_other', name: 'Other' }, flow, older, { _id, name: 'Broken' }]) {
    await open(`/chatbot/${_id}`, {}, kept)
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(hours.name)
    expect(screen.queryByRole('alert')).toBeNull()
    cleanup()
    forgetLives()
  }
})

test('kept work that is no flow any more is no question, and the builder opens [ENTITY-17]', async () => {
  for (const broken of [[null], [{ id: 'a', kind: 'message', text: '' }], [{ ...nodes[0], kind: 'jump' }]]) {
    await open(`/chatbot/${_id}`, {}, { ...flow, name: 'Broken', nodes: broken })
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(hours.name)
    expect(screen.queryByRole('alert')).toBeNull()
    cleanup()
    forgetLives()
  }
})

const failures = [
  ['the server is not reached', () => new TypeError('Failed to fetch')],
  ['a colleague saved', () => new CallError('Failed', 409, { reason: 'stale', data: { ...hours, revision: 13 } })],
  ['it is refused', () => new CallError('Failed', 422, { reason: 'not_valid' })],
] as const
test.each(failures)('the builder holds what was changed last when it is left and %s [OPEN-034]', async (_, failure) => {
  const { app, of } = await build({
    saveChatbotFlow: () => {
      throw failure()
    },
  })
  await rename('Mine')
  cleanup()
  await waitFor(() => expect(of('saveChatbotFlow')).not.toEqual([]))
  const held = { ...flow, name: 'Mine', nodes: expect.any(Array), organizationId: 'org_cedar' }
  await waitFor(() => expect(app.mainContext.chatbot.activeFlowData).toEqual(held))
})

test('the builder holds nothing for another user who signs in before its last save fails', async () => {
  const saved = Promise.withResolvers<unknown>()
  const { app, of } = await build({ saveChatbotFlow: () => saved.promise })
  await rename('Mine')
  cleanup()
  await waitFor(() => expect(of('saveChatbotFlow')).not.toEqual([]))
  const organizations = [...app.mainContext.organizations]
  app.signOut()
  app.signIn({ ...lena, _id: 'usr_other' }, organizations)
  await act(async () => saved.reject(new TypeError('Failed to fetch')))
  expect(app.mainContext.chatbot.activeFlowData).toBeNull()
})

test('the builder publishes the saved draft with a note', async () => {
  const { of } = await build({
    checkChatbot: () => answer({ findings: [] }),
    publishChatbot: () => answer({ number: 4, status: 'live', item: hours }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Publish' }))
  const dialog = await screen.findByRole('dialog', { name: 'Publish version 4' })
  await userEvent.click(await within(dialog).findByRole('button', { name: 'Publish version 4' }))
  expect(within(dialog).getByRole('alert').textContent).toBe('Say what is new in this version.')
  await userEvent.type(within(dialog).getByRole('textbox', { name: 'What is new' }), 'Shorter')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Publish version 4' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(of('publishChatbot')[0]).toMatchObject({
    body: { revision: 12, note: 'Shorter' },
    idempotencyKey: expect.any(String),
  })
})

test('an absent chatbot says so, and a failed reading is tried again', async () => {
  await build({
    chatbotFlow: () => {
      throw new CallError('Failed', 404, { reason: 'not_found' })
    },
  })
  expect(await screen.findByText('This chatbot can’t be found')).toBeTruthy()
  cleanup()
  let isDown = true
  await build({
    chatbotFlow: () => {
      if (isDown) throw new CallError('Failed', 503, {})
      return answer(hours)
    },
  })
  await screen.findByText('The chatbot did not load')
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('region', { name: /^Chatbot flow/ })).toBeTruthy()
})

test('the versions tell what they changed, and an earlier one is brought back', async () => {
  const { of } = await open(`/chatbot/${_id}/versions`, {
    chatbotFlow: () =>
      answer({ ...hours, nodes: nodes.map((one) => (one.id === 'hours' ? { ...one, text: 'From 7.' } : one)) }),
    checkChatbot: () => answer({ findings: [] }),
    publishChatbot: () => answer({ number: 4, status: 'live', item: hours }),
  })
  const list = await screen.findByRole('list', { name: 'Published versions' })
  expect(list.textContent).toContain('The first words')
  expect(list.textContent).toContain('2 in it now')
  const changes = await screen.findByRole('list', { name: 'Changes' })
  expect(changes.textContent).toContain('We are open from 8 to 5.')
  expect(changes.textContent).toContain('From 7.')
  await userEvent.click(screen.getByRole('button', { name: 'Roll back to 2' }))
  const dialog = await screen.findByRole('dialog', { name: 'Publish version 4' })
  await userEvent.click(await within(dialog).findByRole('button', { name: 'Publish version 4' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(of('publishChatbot')[0]?.body).toMatchObject({ number: 2, note: 'Version 2 again' })
})

test('the versions show how patients went through the newest one', async () => {
  const { of } = await open(`/chatbot/${_id}/versions`)
  const section = await screen.findByRole('region', { name: 'Numbers' })
  const table = await within(section).findByRole('table', { name: 'Numbers of the blocks' })
  expect(section.textContent).toContain('31 began · 20 finished · 3 handed over · 3 left')
  expect(within(table).getAllByRole('row').at(-1)?.textContent).toContain('Came to it31Went on24')
  expect(of('chatbotStats')[0]?.query).toMatchObject({ version: '3', from: expect.any(String), to: expect.any(String) })
})

test('the versions replace the draft that they tell of, when the question is confirmed', async () => {
  let isNewer = true
  const { of, router } = await open(`/chatbot/${_id}/versions`, {
    saveChatbotFlow: ({ body }) => {
      if (isNewer) throw new CallError('Someone changed this chatbot meanwhile.', 409, { reason: 'stale', data: hours })
      return savedAs(body, 14)
    },
  })
  await userEvent.click((await screen.findAllByRole('button', { name: 'Open as draft' }))[1] as HTMLElement)
  const dialog = await screen.findByRole('alertdialog', { name: 'Replace the draft with version 2?' })
  expect(dialog.textContent).toContain('The draft is save 12')
  expect(dialog.textContent).toContain('by Sam Ortiz')
  expect(of('saveChatbotFlow')).toEqual([])
  await userEvent.click(within(dialog).getByRole('button', { name: 'Replace the draft' }))
  expect((await within(dialog).findByRole('alert')).textContent).toContain('meanwhile')
  act(() => live().comeAlive())
  act(() => tell({ seq: 2, type: 'chatbotFlow.changed', data: { ...hours, revision: 13, version: 41 } }))
  await waitFor(() => expect(dialog.textContent).toContain('The draft is save 13'))
  isNewer = false
  await userEvent.click(within(dialog).getByRole('button', { name: 'Replace the draft' }))
  await waitFor(() => expect(router.state.location.pathname).toBe(`/chatbot/${_id}`))
  expect(of('saveChatbotFlow').map(({ body }) => body)).toMatchObject([{ revision: 12 }, { revision: 13 }])
})

test('the versions bring back what a colleague saved, when another draft took its place', async () => {
  const { of, router } = await open(`/chatbot/${_id}/versions`, {
    chatbotFlow: ({ query }) => answer(query?.revision === '11' ? { ...hours, name: 'Theirs', revision: 11 } : hours),
    saveChatbotFlow: ({ body }) => savedAs(body, 13),
  })
  const list = await screen.findByRole('list', { name: 'Saves of the draft' })
  expect(list.textContent).toContain('by Dana Whitfield')
  await userEvent.click(within(list).getByRole('button', { name: 'Open as draft: save 11' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Replace the draft with save 11?' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Replace the draft' }))
  await waitFor(() => expect(router.state.location.pathname).toBe(`/chatbot/${_id}`))
  expect(of('saveChatbotFlow')[0]?.body).toMatchObject({ revision: 12, flow: { _id, name: 'Theirs' } })
})

test('rolling back ends, though the event of the new version comes before the answer', async () => {
  const published = Promise.withResolvers<unknown>()
  let newest: object[] = [version, older]
  await open(`/chatbot/${_id}/versions`, {
    chatbotVersions: () => answer(newest),
    chatbotFlow: () => answer(hours),
    checkChatbot: () => answer({ findings: [] }),
    publishChatbot: () => published.promise,
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Roll back to 2' }))
  const dialog = await screen.findByRole('dialog', { name: 'Publish version 4' })
  await userEvent.click(await within(dialog).findByRole('button', { name: 'Publish version 4' }))
  act(() => live().comeAlive())
  newest = [{ ...version, number: 4 }, version, older]
  const data = { ...hours, publishedVersion: 4, version: 41 }
  act(() => tell({ seq: 2, type: 'chatbotFlow.changed', data }))
  await screen.findByRole('button', { name: 'Roll back to 3', hidden: true })
  await act(async () => published.resolve(answer({ number: 4, status: 'live', item: hours })))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
