import { type Flow, flowSchema } from '@foyer/contracts/chatbot/flow.ts'
import { frontDeskInput } from '@foyer/contracts/chatbot/front-desk.suite.ts'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createActor } from 'xstate'
import { stubCanvas } from '../../../test/canvas-stubs.ts'
import { KeyboardProvider } from '../../app/keyboard-provider.tsx'
import { BuilderScreen } from './builder-screen.tsx'
import { withPlaces } from './canvas/canvas.rules.ts'
import { chatbotBuilderMachine } from './chatbot-builder.machine.ts'

beforeEach(() => stubCanvas())
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const none: ReadonlySet<string> = new Set()
const references = {
  staff: none,
  roles: none,
  files: none,
  doctors: none,
  forms: none,
  endpoints: none,
  keywords: none,
}
const offered = {
  ...{ staff: [], doctors: [], requestTypes: [{ _id: 'appointment', name: 'Appointment' }] },
  files: {
    all: [],
    failure: null,
    offline: false,
    readAgain: () => {},
    upload: async () => null,
    remove: async () => undefined,
  },
}

async function open(flow: Flow = withPlaces(flowSchema.parse(frontDeskInput))) {
  let count = 0
  const newId = () => {
    count += 1
    return `new${count}`
  }
  const actor = createActor(chatbotBuilderMachine, { input: { flow, newId } }).start()
  const onPublish = vi.fn()
  render(
    <MemoryRouter>
      <KeyboardProvider>
        <BuilderScreen
          {...{ actor, references, offered, onPublish }}
          saving="clean"
          live={null}
          place={{ clinic: 'Cedar Ridge', zone: 'America/Chicago' }}
          now={new Date('2026-11-12T15:00:00Z')}
          versionsTo="/chatbot/bot_northgate/versions"
        />
      </KeyboardProvider>
    </MemoryRouter>,
  )
  await screen.findByRole('region', { name: /^Chatbot flow/ })
  // The canvas hides its blocks until it has measured them.
  await screen.findAllByRole('group')
  return {
    user: userEvent.setup(),
    onPublish,
    flow: () => actor.getSnapshot().context.activeFlowData,
    current: () => actor.getSnapshot().context.activeElement,
    said: () => screen.getByRole('status', { name: 'Canvas' }).textContent,
    send: (event: Parameters<typeof actor.send>[0]) => act(() => actor.send(event)),
  }
}
const block = (name: string) => screen.getByRole('group', { name })
const node = (flow: Flow, id: string) => flow.nodes.find((one) => one.id === id)
const focus = (element: HTMLElement) => act(() => element.focus())

test('the canvas names its blocks, and Tab walks along the flow [DESIGN-10]', async () => {
  const { user, current } = await open()
  expect(screen.getByRole('region', { name: 'Chatbot flow, 11 blocks' })).toBeDefined()
  focus(block('Chat opened'))
  expect(current()).toBe('start')
  expect(block('Chat opened').getAttribute('aria-current')).toBe('true')
  await user.tab()
  expect(current()).toBe('welcome')
  expect(document.activeElement).toBe(block('Hi, I am the {{clinic}} assistant.'))
  await user.tab()
  await user.tab({ shift: true })
  expect(current()).toBe('welcome')
})

test('arrow keys move the block by one step each, which undo takes back [DESIGN-10]', async () => {
  const { user, flow, said } = await open()
  focus(block('How can we help today?'))
  const from = node(flow(), 'help')?.at ?? { x: 0, y: 0 }
  await user.keyboard('{ArrowRight}{Shift>}{ArrowDown}{/Shift}')
  expect(node(flow(), 'help')?.at).toEqual({ x: from.x + 20, y: from.y + 100 })
  expect(said()).toBe('How can we help today? moved down by 100')
  await user.keyboard('{Control>}zz{/Control}')
  expect(node(flow(), 'help')?.at).toEqual(from)
  await user.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')
  expect(node(flow(), 'help')?.at).toEqual({ x: from.x + 20, y: from.y })
})

test('C connects a port by typing, and says so [DESIGN-10]', async () => {
  const { user, flow, said } = await open()
  focus(block('How can we help today?'))
  await user.keyboard('c')
  await user.type(await screen.findByRole('combobox', { name: 'Connect from' }), 'refill{Enter}')
  await user.type(await screen.findByRole('combobox', { name: 'Connect to' }), 'see you{Enter}')
  expect(flow().edges).toContainEqual(expect.objectContaining({ source: 'help', port: 'refill', target: 'done' }))
  expect(said()).toBe('Refill a prescription connected to See you soon.')
  expect(document.activeElement).toBe(block('How can we help today?'))
  await user.keyboard('c{Escape}')
  expect(screen.queryByRole('combobox')).toBeNull()
})

test('A goes to the toolbar, and the kind that is picked there stands after the block [DESIGN-10]', async () => {
  const { user, flow, current } = await open()
  focus(block('Which medicine?'))
  await user.keyboard('a')
  const bar = screen.getByRole('toolbar', { name: 'Add a block' })
  expect(
    within(bar)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual([...['Message', 'Choices', 'Question', 'If / else', 'Action', 'Hand over', 'Wait', 'End']])
  await user.keyboard('{ArrowRight}{ArrowLeft}{Enter}')
  expect(node(flow(), current() ?? '')?.kind).toBe('message')
  expect(flow().edges).toContainEqual(expect.objectContaining({ source: 'medicine', target: current() }))
  expect(document.activeElement).toBe(block('Message'))
})

test('Enter goes to the settings at once, so that a Tab behind it stays with the block [DESIGN-10]', async () => {
  const { user, current } = await open()
  focus(block('Which medicine?'))
  await user.keyboard('{Enter}{Tab}')
  expect(current()).toBe('medicine')
  expect(screen.getByRole('complementary', { name: 'Block settings' }).contains(document.activeElement)).toBe(true)
})

test('Delete takes the block, and the focus goes on to the next [DESIGN-10]', async () => {
  const { user, flow, said, current } = await open()
  focus(block('Which medicine?'))
  await user.keyboard('{Delete}')
  expect(node(flow(), 'medicine')).toBeUndefined()
  expect(said()).toBe('Which medicine? deleted')
  expect(current()).toBe('staff')
})

test('copied blocks come back from the clipboard under new ids, and other text does not [DESIGN-10]', async () => {
  const { flow, said } = await open()
  const held = { text: '' }
  const clipboardData = { setData: (_: string, text: string) => (held.text = text), getData: () => held.text }
  focus(block('Which medicine?'))
  fireEvent.copy(block('Which medicine?'), { clipboardData })
  expect(said()).toBe('Which medicine? copied')
  fireEvent.paste(block('Which medicine?'), { clipboardData })
  expect(flow().nodes).toHaveLength(12)
  expect(said()).toBe('Block pasted')
  held.text = '{"kind":"foyer.chatbot.blocks","nodes":[{"id":"__proto__"}],"edges":[]}'
  fireEvent.paste(block('Chat opened'), { clipboardData })
  expect(flow().nodes).toHaveLength(12)
})

test('a problem opens its block, and its field says what is wrong [DESIGN-10]', async () => {
  const { user, send, current } = await open()
  send({ type: 'DISCONNECT', ids: ['e4'] })
  await user.click(await screen.findByRole('button', { name: /^\d+ problems?$/ }))
  const list = screen.getByRole('list', { name: 'Problems' })
  await user.click(within(list).getByRole('button', { name: /"Refill a prescription" goes nowhere/ }))
  expect(current()).toBe('help')
  const settings = screen.getByRole('complementary', { name: 'Block settings' })
  expect(await within(settings).findByRole('button', { name: /leads to: Goes nowhere. Pick a block/ })).toBeDefined()
  expect(screen.getByRole('button', { name: 'Publish' }).getAttribute('aria-disabled')).toBe('true')
})

test('the settings change the block, and its card follows [DESIGN-10]', async () => {
  const { user, flow, send } = await open()
  send({ type: 'SELECT', id: 'medicine' })
  const settings = screen.getByRole('complementary', { name: 'Block settings' })
  await user.type(within(settings).getByRole('textbox', { name: 'Title' }), 'Medicine')
  expect(block('Medicine')).toBeDefined()
  await user.clear(await within(settings).findByRole('textbox', { name: 'Save the answer as' }))
  await user.type(within(settings).getByRole('textbox', { name: 'Save the answer as' }), 'Drug name')
  expect(node(flow(), 'medicine')?.settings).toMatchObject({ saveAs: 'drugName' })
  await user.click(within(settings).getByRole('button', { name: 'Duplicate block' }))
  expect(flow().nodes).toHaveLength(12)
  await user.click(within(settings).getByRole('button', { name: 'Delete block' }))
  expect(flow().nodes).toHaveLength(11)
})

test('the test plays the flow from any block, and marks where it is [DESIGN-10]', async () => {
  const { user, send } = await open()
  await user.click(screen.getByRole('button', { name: 'Test' }))
  const pane = await screen.findByRole('complementary', { name: 'Test the chatbot' })
  await user.click(within(pane).getByRole('button', { name: 'Start the test' }))
  await user.click(within(pane).getByRole('button', { name: 'Refill a prescription' }))
  expect(within(block('Which medicine?')).getByText('Test is here')).toBeDefined()
  await user.type(within(pane).getByRole('textbox', { name: 'Patient says' }), 'Lisinopril{Enter}')
  expect(within(pane).getByRole('log', { name: 'Test conversation' }).textContent).toContain('A person takes over')
  expect(within(pane).getByText('Medicine')).toBeDefined()
  send({ type: 'SELECT', id: 'find' })
  await user.click(screen.getByRole('button', { name: 'Play from here' }))
  await user.click(within(pane).getByRole('button', { name: 'Found on file' }))
  expect(within(pane).getByRole('button', { name: 'It works' })).toBeDefined()
})

test('the outline tells the whole flow, and its keys walk and fold it [DESIGN-10]', async () => {
  const { user, current } = await open()
  await user.click(screen.getByRole('button', { name: 'Show outline' }))
  const tree = await screen.findByRole('tree', { name: 'Outline' })
  const items = within(tree).getAllByRole('treeitem')
  expect(items.length).toBeGreaterThan(10)
  focus(items[0] as HTMLElement)
  await user.keyboard('{ArrowDown}{ArrowDown}')
  expect(current()).toBe('help')
  await user.keyboard('{ArrowLeft}')
  expect(within(tree).getAllByRole('treeitem').length).toBeLessThan(items.length)
  await user.keyboard('{ArrowRight}{ArrowRight}')
  expect(current()).toBe('who')
})

test('a phone reads the outline and plays the test, and says that building needs more room', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('<') || query.includes('reduced-motion'),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  const flow = withPlaces(flowSchema.parse(frontDeskInput))
  const actor = createActor(chatbotBuilderMachine, { input: { flow, newId: () => 'new' } }).start()
  render(
    <MemoryRouter>
      <BuilderScreen
        {...{ actor, references, offered }}
        saving="clean"
        live={null}
        place={{ clinic: 'Cedar Ridge', zone: 'America/Chicago' }}
        now={new Date('2026-11-12T15:00:00Z')}
        versionsTo="/versions"
        onPublish={() => undefined}
      />
    </MemoryRouter>,
  )
  expect(screen.getByText(/Building it needs a wider window/)).toBeDefined()
  expect(await screen.findByRole('tree', { name: 'Outline' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Publish' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Test' }))
  expect(await screen.findByRole('log', { name: 'Test conversation' })).toBeDefined()
})
