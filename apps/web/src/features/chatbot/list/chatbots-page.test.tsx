import { chatbotFlowItemExample, type ListedFlow, smallFlow } from '@foyer/contracts/chatbot/chatbot.ts'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answer, fromMenu, tell } from '../../../../test/appointments-world.tsx'
import { stubBrowser } from '../../../../test/browser-stubs.ts'
import { savesFlows } from '../../../../test/chatbot-saves.ts'
import { forgetLives, live } from '../../../../test/controlled-live.ts'
import { showSettings } from '../../../../test/settings-world.tsx'
import { CallError } from '../../../api/call-error.ts'
import { forgetNotices, undoNewest } from '../../../ui/notify.tsx'
import { exportedText, readExported } from '../exported.rules.ts'
import { heldFlow } from '../held-flow.rules.ts'
import { Component as Chatbots } from './chatbots-page.tsx'

beforeEach(stubBrowser)
afterEach(() => {
  cleanup()
  forgetNotices()
  forgetLives()
  vi.unstubAllGlobals()
})

const northgate: ListedFlow = {
  ...{ ...chatbotFlowItemExample, status: 'live' },
  numbers: { running: 16, finished: 74, handedOver: 61, left: 45 },
}
const drafted: ListedFlow = {
  ...northgate,
  ...{ _id: 'bot_afterhours', name: 'After hours', status: 'draft', publishedVersion: null, publishedAt: null },
}
const open = ({ saveChatbotFlow, ...answers }: Parameters<typeof showSettings>[1] = {}) => {
  const { fetch, posted } = savesFlows(saveChatbotFlow)
  const listed = () => answer([northgate, drafted])
  const world = showSettings(<Chatbots />, { chatbotFlows: listed, ...answers }, undefined, fetch)
  return { ...world, of: (name: string) => (name === 'saveChatbotFlow' ? posted : world.of(name)) }
}
const row = async (id: string) => {
  const list = await screen.findByRole('list', { name: 'Chatbots' })
  const found = list.querySelector<HTMLElement>(`[data-flow-id="${id}"]`)
  if (!found) throw new Error(`No row of ${id}`)
  return found
}

test('the list shows state, version, problems and numbers, and follows the stream [DESIGN-10] [OPEN-034]', async () => {
  open()
  const shown = await row(northgate._id)
  expect(shown.textContent).toContain('Live')
  expect(shown.textContent).toContain('Version 3 since')
  expect(shown.textContent).toContain('1 problem')
  expect(shown.textContent).toContain('16 in it now')
  expect(shown.textContent).toContain('74 finished61 handed over45 left')
  act(() => live().comeAlive())
  act(() =>
    tell({ seq: 2, type: 'chatbotFlow.changed', data: { ...chatbotFlowItemExample, name: 'Website', version: 41 } }),
  )
  await waitFor(() => expect(shown.textContent).toContain('Website'))
  act(() => tell({ seq: 3, type: 'chatbotFlow.changed', data: { ...drafted, status: 'archived', version: 42 } }))
  await waitFor(() => expect(screen.queryByText('After hours')).toBeNull())
})

test('a new chatbot begins with a template, and opens in the builder [DESIGN-10]', async () => {
  const { of, router } = open({
    saveChatbotFlow: () => answer({ ...northgate, ...smallFlow, _id: 'bot_new' }),
  })
  await row(northgate._id)
  await userEvent.click(screen.getByRole('button', { name: 'New chatbot' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: /After hours/ }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/chatbot/bot_new'))
  expect(of('saveChatbotFlow')[0]?.body).toMatchObject({ flow: { name: 'After hours' } })
  expect(of('saveChatbotFlow')[0]?.idempotencyKey).toEqual(expect.any(String))
})

test('a live chatbot is paused after one question, and is not deleted', async () => {
  const { of } = open({ setChatbotStatus: () => answer({ ...northgate, status: 'paused' }) })
  await fromMenu(northgate.name, '^Pause$')
  const dialog = await screen.findByRole('alertdialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Pause chatbot' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(of('setChatbotStatus')[0]?.body).toMatchObject({ status: 'paused', running: 'keep' })
  await userEvent.click(await screen.findByRole('button', { name: `More for ${northgate.name}` }))
  const entry = await screen.findByRole('menuitem', { name: /Delete/ })
  expect(entry.getAttribute('aria-disabled')).toBe('true')
})

test('a draft is deleted after one question, and a refusal is said', async () => {
  let isRefused = true
  open({
    deleteChatbotFlow: () => {
      if (isRefused) throw new CallError('Failed', 409, { reason: 'conflict', message: 'Patients are in it.' })
      return answer({ _id: drafted._id })
    },
  })
  await fromMenu('After hours', 'Delete')
  const dialog = await screen.findByRole('alertdialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete chatbot' }))
  expect((await within(dialog).findByRole('alert')).textContent).toContain('Patients are in it.')
  isRefused = false
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete chatbot' }))
  await waitFor(() => expect(screen.queryByText('After hours')).toBeNull())
})

test('an empty list offers the templates', async () => {
  open({ chatbotFlows: () => answer([]) })
  expect(await screen.findByText('No chatbots yet')).toBeTruthy()
  for (const name of ['Front desk', 'Refill', 'After hours', 'Visit survey'])
    expect(screen.getByRole('button', { name })).toBeTruthy()
})

const { nodes, edges, settings } = smallFlow
/** The page with a flow that an earlier visit could not save. */
function openAfter(_id: string, organizationId = 'org_cedar') {
  const world = open({ saveChatbotFlow: () => answer({ ...northgate, ...smallFlow, _id: 'bot_new' }) })
  const held = heldFlow({ _id, name: 'Night line', nodes, edges, settings }, { revision: null, organizationId })
  act(() => {
    world.app.mainContext.chatbot.activeFlowData = held as never
  })
  return world
}

test('the list goes on with unsaved work of a chatbot that it has, and says nothing of another organization’s', async () => {
  openAfter(northgate._id)
  expect((await screen.findByRole('link', { name: 'Go on with Night line' })).getAttribute('href')).toBe(
    `/chatbot/${northgate._id}`,
  )
  cleanup()
  forgetLives()
  openAfter('bot_lakeside', 'org_lakeside')
  await row(northgate._id)
  expect(screen.queryByText(/Night line/)).toBeNull()
})

test('the list offers unsaved work of a deleted chatbot as a new one', async () => {
  const { of, router } = openAfter('bot_gone')
  expect(await screen.findByText('“Night line” was deleted before your last changes were saved.')).toBeTruthy()
  expect(screen.queryByRole('link', { name: /^Go on/ })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Add it again' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/chatbot/bot_new'))
  const body = { organizationId: 'org_cedar', flow: { name: 'Night line', nodes, edges, settings } }
  expect(of('saveChatbotFlow').map((asked) => asked.body)).toEqual([body])
})

test('the list discards unsaved work of a deleted chatbot, and brings it back', async () => {
  const { app } = openAfter('bot_gone')
  await userEvent.click(await screen.findByRole('button', { name: 'Discard' }))
  expect(screen.queryByText(/Night line/)).toBeNull()
  expect(app.mainContext.chatbot.activeFlowData).toBeNull()
  act(undoNewest)
  expect(await screen.findByText(/^“Night line” was deleted/)).toBeTruthy()
})

test('readExported reads an exported flow alone', () => {
  const flow = { name: 'A', nodes: [], edges: [], settings: {} }
  expect(readExported(exportedText(flow))).toEqual(flow)
  expect(readExported(JSON.stringify(flow))).toBeNull()
  expect(readExported('{')).toBeNull()
})
