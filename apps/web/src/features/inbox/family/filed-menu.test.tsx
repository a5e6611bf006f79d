import { type Message, messageExample } from '@foyer/contracts/inbox/message.ts'
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import toast from 'react-hot-toast/headless'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubBrowser } from '../../../../test/browser-stubs.ts'
import { forgetLives } from '../../../../test/controlled-live.ts'
import { ok, type RecordedCall, refused, showPanelPart } from '../../../../test/panel-world.tsx'
import { forgetNotices, undoNewest } from '../../../ui/notify.tsx'
import { FiledMenu } from './filed-menu.tsx'

beforeEach(stubBrowser)
afterEach(() => {
  cleanup()
  forgetNotices()
  forgetLives()
  vi.restoreAllMocks()
})

const members = ['Rosalind Carver', 'Elias Carver'].map((name, place) => ({
  ...{ _id: `p${place + 1}`, name, birthdate: null, mrn: null },
}))

function open(change: Partial<Message>, assignMessage: (asked: RecordedCall) => unknown) {
  const message = { ...messageExample, ...change }
  const onFiled = vi.fn()
  return { ...showPanelPart(<FiledMenu {...{ message, members, onFiled }} />, { assignMessage }), onFiled }
}

async function choose(name: string) {
  await userEvent.click(screen.getByRole('button', { name: /^Filed:/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name }))
}

test('a message is filed under another member, and the undo files it back [CALL-INBOX-26]', async () => {
  const { of, onFiled } = open({ patientId: 'p1' }, ({ body }) => ok({ ...messageExample, patientId: body.patientId }))
  screen.getByRole('button', { name: 'Filed: Rosalind' })
  await choose('Elias')
  await vi.waitFor(() => expect(onFiled).toHaveBeenCalledTimes(1))
  expect(onFiled).toHaveBeenCalledWith('e1', { ...messageExample, patientId: 'p2' })
  undoNewest()
  await vi.waitFor(() => expect(onFiled).toHaveBeenCalledTimes(2))
  const { _id: messageId, organizationId, conversationId } = messageExample
  expect(of('assignMessage').map(({ body }) => body)).toEqual(
    ['p2', 'p1'].map((patientId) => ({ organizationId, conversationId, messageId, patientId })),
  )
})

test('a message that was filed under no one is filed without an undo, and the chosen member again changes nothing', async () => {
  const success = vi.spyOn(toast, 'success')
  const { of, onFiled } = open({ patientId: null }, () => ok({ ...messageExample, patientId: 'p2' }))
  screen.getByRole('button', { name: 'Filed: Not filed' })
  await choose('Elias')
  await vi.waitFor(() => expect(onFiled).toHaveBeenCalledTimes(1))
  expect(success).toHaveBeenCalledTimes(1)
  undoNewest()
  expect(of('assignMessage')).toHaveLength(1)
  cleanup()
  const same = open({ patientId: 'p2' }, () => ok(messageExample))
  await choose('Elias')
  expect(same.of('assignMessage')).toEqual([])
})

test('a message that can’t be filed stays where it is, and a toast says why', async () => {
  const error = vi.spyOn(toast, 'error')
  const { onFiled } = open({ patientId: 'p1' }, () => refused('Failed to assign message', 500))
  await choose('Elias')
  await vi.waitFor(() => expect(error.mock.lastCall?.[0]).toContain('Failed to assign message'))
  expect(onFiled).not.toHaveBeenCalled()
})

test('the messages take the focus when the message leaves before the closed menu has given it back', async () => {
  const pane = document.body.appendChild(document.createElement('div'))
  pane.dataset.pane = 'thread'
  pane.innerHTML = '<div role="log" tabindex="0"></div>'
  const { onFiled } = open({ patientId: 'p1' }, () => ok({ ...messageExample, patientId: 'p2' }))
  await userEvent.click(screen.getByRole('button', { name: /^Filed:/ }))
  const elias = await screen.findByRole('menuitem', { name: 'Elias' })
  vi.spyOn(window, 'requestAnimationFrame').mockReturnValue(0)
  await userEvent.click(elias)
  await vi.waitFor(() => expect(onFiled).toHaveBeenCalledTimes(1))
  expect(document.activeElement).toBe(document.body)
  cleanup()
  expect(document.activeElement).toBe(pane.firstElementChild)
  pane.remove()
})
