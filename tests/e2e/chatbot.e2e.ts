/** A chatbot from an empty canvas to patients and back, by keyboard alone, on three widths and in both themes. */
import type { FrameLocator, Locator, Page } from '@playwright/test'
import { frontDesk } from '../../apps/web/src/features/chatbot/templates/front-desk.rules.ts'
import { signIn } from '../support/member.ts'
import {
  expect,
  isLive,
  keysAreHeard,
  messages,
  nothingSticksOut,
  startWriting,
  test,
  told,
  walkTo,
} from './fixtures.ts'
import { violationsOf } from './violations.ts'

const ORGANIZATION = 'org_cedar'
/** Tests share a world: it begins with this word alone. */
const KEYWORD = 'heronbot'
const HELLO = 'Hello from the Kestrel assistant.'
const HELP = 'How can we help today?'
const REFILL = 'Refill a prescription'
const PERSON = 'Talk to a person'
const MEDICINE = 'Which medicine do you need?'
const LAST = 'A colleague will answer you here.'
const NEW_HELLO = 'Good to hear from you.'

const isFocused = (place: Locator) => place.evaluate((element) => element.contains(document.activeElement))

/** Presses Tab until the focus is there. */
async function tabTo(page: Page, place: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(place).toBeVisible()
  for (let steps = 0; steps < 150; steps += 1) {
    if (await isFocused(place)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${key} does not lead to ${place}`)
}

/** Tab, and Enter. */
async function press(page: Page, place: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await tabTo(page, place, key)
  await page.keyboard.press('Enter')
}

async function fill(page: Page, place: Locator, words: string): Promise<void> {
  await tabTo(page, place)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(words)
  await expect(place).toHaveValue(words)
}

/** Opens a select by keys, and walks from its first choice to the wanted one. */
async function pick(page: Page, label: string, choice: string): Promise<void> {
  await press(page, page.getByRole('button', { name: `${label}: ` }))
  const list = page.getByRole('listbox')
  await expect(list).toBeFocused()
  const active = () => list.getAttribute('aria-activedescendant')
  const wanted = await list.getByRole('option', { name: choice, exact: true }).getAttribute('id')
  await page.keyboard.press('Home')
  await expect.poll(active).not.toBeNull()
  for (let at = await active(); at !== wanted; at = await active()) {
    await page.keyboard.press('ArrowDown')
    await expect.poll(active, { message: `The arrow leads to ${choice}` }).not.toBe(at)
  }
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: `${label}: ${choice}` })).toBeVisible()
}

const block = (page: Page, title: string) =>
  page.locator('[data-node-id]').and(page.getByRole('group', { name: title }))
const saved = (page: Page) => expect(page.getByRole('status', { name: 'Save state' })).toHaveText('Saved.')

/** The kinds in the order of the toolbar. */
const KINDS = ['Message', 'Choices', 'Question', 'If / else', 'Action', 'Hand over', 'Wait', 'End'] as const

/** Adds a block after the focused one, edits it, and comes back to it from its settings. */
async function add(page: Page, kind: (typeof KINDS)[number], title: string, fields: Record<string, string>) {
  await page.keyboard.press('a')
  await page.keyboard.press('Home')
  for (let place = 0; place < KINDS.indexOf(kind); place += 1) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page.locator('[data-node-id]:focus')).toHaveAttribute('aria-label', kind)
  await edit(page, { Title: title, ...fields })
  await tabTo(page, block(page, title), 'Shift+Tab')
}

/** Enter opens the settings of the focused block. */
async function edit(page: Page, fields: Record<string, string>): Promise<void> {
  await page.keyboard.press('Enter')
  await expect(settings(page).getByRole('textbox', { name: 'Title' })).toBeFocused()
  for (const [name, words] of Object.entries(fields))
    await fill(page, settings(page).getByRole('textbox', { name, exact: true }), words)
}

const settings = (page: Page) => page.getByRole('complementary', { name: 'Block settings' })
const problems = (page: Page) => page.getByRole('button', { name: /^\d+ problems?$/ })
const talkOf = (page: Page) => page.getByRole('log', { name: 'Test conversation' })

async function build(page: Page): Promise<void> {
  await press(page, page.getByRole('button', { name: 'New chatbot' }))
  await expect(page.getByRole('menuitem', { name: /^Empty/ })).toHaveAttribute('data-focus', '')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'New chatbot', level: 1 })).toBeVisible()
  await tabTo(page, block(page, 'Chat opened'))
  await page.keyboard.press('Enter')
  await pick(page, 'Begins', 'With a keyword')
  await fill(page, settings(page).getByRole('textbox', { name: 'Keywords' }), KEYWORD)
  await tabTo(page, block(page, 'Chat opened'), 'Shift+Tab')
  await add(page, 'Message', 'Welcome', { 'What it says to patients': HELLO })
  await add(page, 'Choices', 'How can we help?', {
    ...{ Question: HELP, 'Label of answer 1': REFILL, 'Label of answer 2': PERSON },
  })
  await add(page, 'Question', 'Which medicine?', { Question: MEDICINE, 'Save the answer as': 'Medicine' })
  await add(page, 'Hand over', 'Hand to staff', { 'Says while open': LAST, 'Says while closed': LAST })
}

/** The check names the answer that leads nowhere; it is connected by its port and its target. */
async function mend(page: Page): Promise<void> {
  await expect(problems(page)).toHaveText('1 problem')
  await expect(page.getByRole('button', { name: 'Publish' })).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('p')
  await press(page, page.getByRole('list', { name: 'Problems' }).getByRole('button'))
  await expect(block(page, 'How can we help?')).toBeFocused()
  await page.keyboard.press('c')
  await expect(page.getByRole('combobox', { name: 'Connect from' })).toBeFocused()
  await page.keyboard.type('talk')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Connect to' })).toBeFocused()
  await page.keyboard.type('staff')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status', { name: 'Canvas' })).toHaveText(`${PERSON} connected to Hand to staff`)
  await expect(problems(page)).toHaveCount(0)
}

/** The open flow and the selected block, as the browser keeps them. */
async function heldBy(page: Page) {
  const { activeFlowData, activeElement } = await page.evaluate(
    () => JSON.parse(localStorage.getItem('mainContext') ?? '{}').chatbot,
  )
  const { nodes = [], edges = [], revision } = activeFlowData ?? {}
  const titles = nodes.map(({ title }: { title?: string }) => title)
  return { titles, edges: edges.length, isSaved: revision !== undefined, element: activeElement }
}

async function tryIt(page: Page): Promise<void> {
  await tabTo(page, block(page, 'How can we help?'))
  await page.keyboard.press('t')
  await press(page, page.getByRole('button', { name: 'Start the test', exact: true }))
  await expect(talkOf(page)).toContainText(HELLO)
  await press(page, talkOf(page).getByRole('button', { name: REFILL }), 'Shift+Tab')
  await expect(talkOf(page)).toContainText(MEDICINE)
  await tabTo(page, page.getByRole('textbox', { name: 'Patient says' }))
  await page.keyboard.type('Lisinopril')
  await page.keyboard.press('Enter')
  await expect(talkOf(page)).toContainText(LAST)
}

async function publish(page: Page, number: number, note: string): Promise<void> {
  await saved(page)
  await press(page, page.getByRole('button', { name: 'Publish', exact: true }), 'Shift+Tab')
  const dialog = page.getByRole('dialog', { name: `Publish version ${number}` })
  await fill(page, dialog.getByRole('textbox', { name: 'What is new' }), note)
  await press(page, dialog.getByRole('button', { name: `Publish version ${number}` }))
  await told(page, `Version ${number} is live`)
  await expect(dialog).toHaveCount(0)
}

const chatOf = (page: Page) => page.frameLocator('#foyer-chat-frame')
const logOf = (chat: FrameLocator) => chat.getByRole('log', { name: 'Messages' })

async function openChat(page: Page): Promise<FrameLocator> {
  await press(page, page.getByRole('button', { name: 'Chat with us' }))
  await expect(chatOf(page).getByRole('textbox', { name: 'Your message' })).toBeFocused()
  return chatOf(page)
}

async function write(page: Page, words: string): Promise<void> {
  await page.keyboard.type(words)
  await page.keyboard.press('Enter')
}

test('a flow is built, checked, tested, published, talked to, taken over and rolled back by keyboard alone [BOT-01] [DESIGN-10] [ENTITY-17] [OPEN-034] [OPEN-017]', async ({
  desk,
  visitor,
  stranger,
}) => {
  const { page } = await desk('lena@demo.test', '/chatbot')
  await isLive(page)
  await build(page)
  await mend(page)
  await saved(page)
  await expect.poll(async () => (await heldBy(page)).isSaved).toBe(true)
  const held = await heldBy(page)
  expect(held).toMatchObject({ titles: expect.arrayContaining(['Welcome', 'How can we help?']), edges: 5 })
  expect(held.element).toEqual(expect.any(String))
  await page.reload()
  await expect.poll(() => heldBy(page)).toEqual(held)
  await expect(block(page, 'How can we help?')).toHaveAttribute('aria-current', 'true')
  await expect(page.locator('[data-node-id]')).toHaveCount(5)
  await tryIt(page)
  expect(await violationsOf(page)).toEqual([])
  await publish(page, 1, 'The first words')

  // By phone.
  const phone = stranger()
  await phone.text(KEYWORD)
  const heard = (words: string) => expect.poll(async () => (await phone.received()).join('\n')).toContain(words)
  await heard(`automated assistant. Say AGENT any time for a person.\n\n${HELLO}`)
  await heard(`1 ${REFILL}\n2 ${PERSON}\nReply with a number.`)
  await phone.text('1')
  await heard(MEDICINE)
  await phone.text('Lisinopril')
  await heard(LAST)

  // In the web chat, where a person takes over.
  const patient = (await visitor('/sandbox/chat.html')).page
  const chat = await openChat(patient)
  await write(patient, KEYWORD)
  await expect(logOf(chat)).toContainText(HELP)
  await expect(logOf(chat)).toContainText('Automated')
  const answers = chat.getByRole('group', { name: 'Answers' })
  await answers.getByRole('button', { name: REFILL }).press('Enter')
  await expect(logOf(chat)).toContainText(MEDICINE)
  await expect(answers).toBeHidden()
  const dana = (await desk('dana@demo.test')).page
  await isLive(dana)
  await walkTo(dana, 'assistant at Which medicine?')
  await dana.keyboard.press('Enter')
  await expect(messages(dana)).toContainText(MEDICINE)
  await expect(dana.getByRole('region', { name: 'Assistant' })).toContainText('New chatbot: Which medicine?')
  await expect(dana.getByText('Sending takes over from New chatbot.')).toBeVisible()
  await expect(dana.getByRole('heading', { name: 'Answers' })).toBeVisible()
  await keysAreHeard(dana)
  expect(await violationsOf(dana)).toEqual([])
  await dana.keyboard.press('b')
  await told(dana, 'You took over')
  await expect(dana.getByRole('region', { name: 'Assistant' })).toHaveCount(0)
  await startWriting(dana)
  await dana.keyboard.type('Which pharmacy?')
  await dana.keyboard.press('ControlOrMeta+Enter')
  await expect(logOf(chat)).toContainText('Dana joined')
  await chat.getByRole('textbox', { name: 'Your message' }).focus()
  await write(patient, 'The one on Lamar')
  await expect(messages(dana)).toContainText('The one on Lamar')
  await expect(messages(dana)).not.toContainText(LAST)

  // A second version, and back to the first.
  await tabTo(page, block(page, 'How can we help?'))
  await tabTo(page, block(page, 'Welcome'), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await fill(page, settings(page).getByRole('textbox', { name: 'What it says to patients' }), NEW_HELLO)
  await expect(page.getByRole('status', { name: 'Save state' })).toHaveText('Saved.')
  await publish(page, 2, 'Other words')
  const second = stranger()
  await second.text(KEYWORD)
  await expect.poll(async () => (await second.received()).join('\n')).toContain(NEW_HELLO)
  await press(page, page.getByRole('link', { name: 'Versions' }), 'Shift+Tab')
  await press(page, page.getByRole('button', { name: 'Roll back to 1' }))
  const dialog = page.getByRole('dialog', { name: 'Publish version 3' })
  await press(page, dialog.getByRole('button', { name: 'Publish version 3' }))
  await told(page, 'Version 3 is live')
  await expect(page.getByRole('list', { name: 'Published versions' })).toContainText('brings back version 1')
  const third = stranger()
  await third.text(KEYWORD)
  await expect.poll(async () => (await third.received()).join('\n')).toContain(HELLO)
  // By now an assistant that still talked to the visitor would have answered.
  await expect(messages(dana)).not.toContainText(LAST)
})

/** The blocks that the canvas does not show whole. */
async function blocksOutside(page: Page): Promise<string[]> {
  const frame = await page.getByRole('region', { name: /^Chatbot flow/ }).boundingBox()
  if (frame === null) throw new Error('There is no canvas.')
  const outside = []
  for (const one of await page.locator('[data-node-id]').all()) {
    const box = await one.boundingBox()
    const isInside = box !== null && box.x >= frame.x && box.x + box.width <= frame.x + frame.width
    if (!isInside) outside.push((await one.getAttribute('data-node-id')) ?? '')
  }
  return outside
}

test('the canvas shows all blocks beside the test, and leaves a view that somebody zoomed [DESIGN-10]', async ({
  desk,
}) => {
  const { page } = await desk('lena@demo.test', '/chatbot/bot_northgate')
  const help = page.locator('[data-node-id="help"]')
  await expect(help).toBeVisible()
  await expect.poll(() => blocksOutside(page)).toEqual([])
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await expect(talkOf(page)).toBeVisible()
  await expect.poll(() => blocksOutside(page)).toEqual([])
  const width = async () => Math.round((await help.boundingBox())?.width ?? 0)
  const before = await width()
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await expect.poll(width).toBeGreaterThan(before)
  const canvas = page.getByRole('region', { name: /^Chatbot flow/ })
  const room = async () => (await canvas.boundingBox())?.width ?? 0
  const beside = await room()
  await page.getByRole('button', { name: 'Hide test' }).click()
  await expect(talkOf(page)).toBeHidden()
  await expect.poll(room).toBeGreaterThan(beside)
  // A canvas that fits its blocks again does so in the frame after it has grown.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  expect(await width()).toBeGreaterThan(before)
})

/** Messages in one long row. */
function rowOf(count: number) {
  const ids = Array.from({ length: count }, (_, at) => `q${at}`)
  return {
    name: 'Long row',
    nodes: [
      { id: 'start', kind: 'start' as const, text: '', options: [], at: { x: 0, y: 0 } },
      ...ids.map((id, at) => ({
        ...{ id, kind: 'message' as const, title: `Message ${at}`, text: 'Hello', options: [] },
        at: { x: 300 + at * 280, y: 0 },
      })),
    ],
    edges: ids.map((id, at) => ({ id: `e${at}`, source: ids[at - 1] ?? 'start', target: id })),
    settings: {},
  }
}

test('Tab walks through a flow of 80 blocks when the canvas draws the seen ones alone [DESIGN-10]', async ({
  desk,
  world,
}) => {
  const sam = await signIn(world.url, 'sam@demo.test')
  const body = { organizationId: ORGANIZATION, flow: rowOf(79) }
  const { data: flow } = await sam.call('saveChatbotFlow', { body, key: crypto.randomUUID() })
  const { page } = await desk('lena@demo.test', `/chatbot/${flow._id}`)
  await expect(page.getByRole('region', { name: 'Chatbot flow, 80 blocks' })).toBeVisible()
  await expect(block(page, 'Message 70')).toHaveCount(0)
  await tabTo(page, page.locator('[data-node-id="start"]'))
  for (let at = 0; at < 12; at += 1) {
    await page.keyboard.press('Tab')
    await expect(page.locator(`[data-node-id="q${at}"]`)).toBeFocused()
  }
  await expect(page.locator('[data-node-id="q11"]')).toBeInViewport()
  await page.mouse.move(500, 500)
  for (let turn = 0; turn < 8; turn += 1) await page.mouse.wheel(900, 0)
  await expect(page.locator('[data-node-id="q11"]')).not.toBeInViewport()
  await expect(page.locator('[data-node-id="q11"]')).toBeFocused()
  await expect(page.locator('[data-node-id="q10"]')).toHaveCount(0)
})

test('a box drawn on a flow of 80 blocks takes the blocks that lie in it, and the focused one only if it does [DESIGN-10]', async ({
  desk,
  world,
}) => {
  const sam = await signIn(world.url, 'sam@demo.test')
  const body = { organizationId: ORGANIZATION, flow: rowOf(79) }
  const { data: flow } = await sam.call('saveChatbotFlow', { body, key: crypto.randomUUID() })
  const { page } = await desk('lena@demo.test', `/chatbot/${flow._id}`)
  await block(page, 'Message 0').click()
  await expect(block(page, 'Message 0')).toBeFocused()
  // The settings of the block open beside the canvas, which then shows its blocks anew.
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeVisible()
  const around = async (title: string) => {
    const box = await block(page, title).boundingBox()
    if (box === null) throw new Error(`${title} is not on the canvas.`)
    return box
  }
  const draw = async (from: string, to: string) => {
    const [first, last] = [await around(from), await around(to)]
    await page.keyboard.down('Shift')
    await page.mouse.move(first.x - 10, first.y - 20)
    await page.mouse.down()
    for (let step = 1; step <= 5; step += 1)
      await page.mouse.move(
        first.x + ((last.x + last.width + 10 - first.x) * step) / 5,
        first.y + ((last.height + 20) * step) / 5,
      )
    await page.mouse.up()
    await page.keyboard.up('Shift')
  }
  const taken = page.locator('.react-flow__node.selected [data-node-id]')
  const ids = () => taken.evaluateAll((all) => all.map((one) => one.getAttribute('data-node-id')))
  await draw('Message 1', 'Message 2')
  await expect.poll(ids).toEqual(['q1', 'q2'])
  await draw('Message 0', 'Message 1')
  await expect.poll(ids).toEqual(['q0', 'q1'])
})

const SIZES = {
  desk: { width: 1440, height: 900 },
  tablet: { width: 820, height: 1180 },
  phone: { width: 390, height: 844 },
}

for (const theme of ['light', 'dark'] as const) {
  for (const [name, viewport] of Object.entries(SIZES)) {
    test(`screens of chatbots have no accessibility violation and fit a ${name} in the ${theme} theme [BOT-01]`, async ({
      desk,
      world,
    }) => {
      const sam = await signIn(world.url, 'sam@demo.test')
      const body = { organizationId: ORGANIZATION, flow: { ...frontDesk, name: `Front desk, ${name}, ${theme}` } }
      const { data: flow } = await sam.call('saveChatbotFlow', { body, key: crypto.randomUUID() })
      const { page } = await desk('lena@demo.test', '/chatbot', { viewport, theme, touch: name === 'phone' })
      const isSound = async () => {
        expect(await violationsOf(page, { onlyColours: theme === 'dark' })).toEqual([])
        await nothingSticksOut(page)
      }
      await expect(page.getByRole('link', { name: flow.name })).toBeVisible()
      await isSound()
      await page.goto(`/chatbot/${flow._id}`)
      await expect(page.getByRole('heading', { name: flow.name, level: 1 })).toBeVisible()
      await isSound()
      await page.getByRole('button', { name: 'Test', exact: true }).click()
      await page.getByRole('button', { name: 'Start the test', exact: true }).click()
      await expect(talkOf(page).getByRole('group', { name: 'Answers' })).toBeVisible()
      await isSound()
      await page.getByRole('link', { name: 'Versions' }).click()
      await expect(page.getByText('Nothing is published yet')).toBeVisible()
      await isSound()
    })
  }
}
