/** An automation from an empty wizard to its runs, by keyboard alone, on two screens and the sandbox's phones. */
import type { Locator, Page } from '@playwright/test'
import { signIn } from '../support/member.ts'
import { queryStore } from '../support/world-store.ts'
import { bookVisit, moveToNoon, passUntilDue, passWaits } from './automation-visits.ts'
import { CUT_OFF, connection, expect, isLive, messages, nothingSticksOut, test, told } from './fixtures.ts'
import { violationsOf } from './violations.ts'

const ORGANIZATION = 'org_cedar'
/** No other test and no demo patient writes this word. */
const WORD = 'osprey'
const REFILLS = 'Kestrel refills'
const CONFIRM = 'Confirm visits, 48 hours, by keys'
const FIRST_WORDS = 'We have your request and call you today.'
const NEW_WORDS = 'We have your request and text you today.'
/** The texts of a number that the automations have judged. */
const JUDGED = `
  select from causes as cause
  join conversations as its on its.organization_id = cause.organization_id and its.id = cause.conversation_id
  join automation_cursors as place on place.organization_id = cause.organization_id
  where its.phone_number = $1 and cause.kind = 'inboundMessage' and (place.seq, place.nth) >= (cause.seq, cause.nth)`

/** Presses a key until the control has the focus. */
async function reach(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await expect(target.first()).toBeVisible()
  const isThere = () => target.evaluateAll((all) => all.some((one) => one === document.activeElement))
  for (let presses = 0; presses < 120 && !(await isThere()); presses += 1) await page.keyboard.press(key)
  expect(await isThere(), `${key} leads to ${target}`).toBe(true)
}

async function press(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await reach(page, target, key)
  await page.keyboard.press('Enter')
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' })

/** Chooses from a list that a button opens. With several, the list is closed by Escape. */
async function pick(page: Page, opener: Locator, choices: readonly (string | RegExp)[], key = 'Tab'): Promise<void> {
  await press(page, opener, key)
  const list = page.getByRole('listbox')
  await expect(list).toBeFocused()
  const active = () => list.getAttribute('aria-activedescendant')
  for (const name of choices) {
    const wanted = await list.getByRole('option', { name, exact: typeof name === 'string' }).getAttribute('id')
    await page.keyboard.press('Home')
    await expect.poll(active).not.toBeNull()
    for (let at = await active(); at !== wanted; at = await active()) {
      await page.keyboard.press('ArrowDown')
      await expect.poll(active, { message: `The arrow leads to ${name}` }).not.toBe(at)
    }
    await page.keyboard.press('Enter')
  }
  if (choices.length > 1) await page.keyboard.press('Escape')
  await expect(list).toHaveCount(0)
}

/** Goes through the cards of the first step by arrow until this one is chosen. */
async function chooseCard(page: Page, name: string): Promise<void> {
  await reach(page, page.getByRole('radio'))
  const card = page.getByRole('radio', { name, exact: true })
  for (let presses = 0; presses < 40 && !(await card.isChecked()); presses += 1) await page.keyboard.press('ArrowDown')
  await expect(card).toBeChecked()
}

const step = (page: Page) => page.getByRole('heading', { level: 2 })
const words = (page: Page) => page.getByRole('complementary', { name: 'In plain words' })
const rule = (page: Page, number: number) => page.getByRole('listitem', { name: `Rule ${number}`, exact: true })
const toolbar = (page: Page) => page.getByRole('toolbar', { name: 'Add an action' })
const textToSend = (page: Page) => page.getByRole('textbox', { name: 'Text to send' })
const item = (page: Page, name: string) => page.locator('[data-automation-id]').filter({ hasText: name })

async function next(page: Page, to: 'conditions' | 'actions' | 'review', question: string): Promise<void> {
  await press(page, button(page, `Next: ${to}`))
  await expect(step(page)).toHaveText(question)
}

async function add(page: Page, kind: string): Promise<void> {
  await press(page, toolbar(page).getByRole('button', { name: kind, exact: true }))
}

async function write(page: Page, field: Locator, text: string, key = 'Tab'): Promise<void> {
  await reach(page, field, key)
  await page.keyboard.press('Control+a')
  await page.keyboard.type(text)
  await expect(field).toHaveValue(text)
}

/** Begins a new automation from the list. */
async function begin(page: Page): Promise<void> {
  await press(page, page.getByRole('link', { name: 'New automation' }))
  await expect(step(page)).toHaveText('What starts it?')
}

async function turnOn(page: Page, version: number, why: string | null): Promise<void> {
  await press(page, button(page, 'Turn on automation'))
  const dialog = page.getByRole('alertdialog')
  if (why !== null) await write(page, dialog.getByRole('textbox', { name: 'What changed?' }), why)
  await press(page, dialog.getByRole('button', { name: `Turn on version ${version}` }))
  await expect(page).toHaveURL(/\/automations$/)
}

async function isAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
    expect(await violationsOf(page, { onlyColours: colorScheme === 'dark' }), colorScheme).toEqual([])
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

/** Writes the automation of the design: its visits, its three rules and its four actions. */
async function buildConfirmation(page: Page): Promise<void> {
  await begin(page)
  await chooseCard(page, 'Visit not confirmed')
  await expect(page.getByRole('textbox', { name: 'How long before' })).toHaveValue('48')
  await expect(page.getByRole('combobox', { name: 'From' })).toHaveValue('09:00')
  await expect(page.getByRole('combobox', { name: 'To' })).toHaveValue('18:30')
  await expect(words(page)).toContainText('When a visit is not confirmed 48 hours before it starts')
  await expect(words(page)).toContainText('what happens?')
  await isAccessible(page)

  await next(page, 'conditions', 'Who is it for?')
  for (let count = 0; count < 3; count += 1) await press(page, button(page, 'Add a rule'))
  await expect(rule(page, 1)).toContainText('Texting')
  const field = (number: number, name: string) =>
    rule(page, number).getByRole('button', { name: new RegExp(`^${name}: `) })
  await pick(page, field(3, 'Field'), ['Visit type'], 'Shift+Tab')
  await pick(page, field(3, 'Is'), ['is not'])
  await pick(page, field(3, 'Value'), ['Telehealth'])
  await pick(page, field(2, 'Field'), ['Doctor'], 'Shift+Tab')
  await pick(page, field(2, 'Is'), ['is one of'])
  await pick(page, field(2, 'Value'), [/Okafor/, /Reyes/])
  await expect(words(page)).toContainText(/Okafor or .*Reyes/)
  await isAccessible(page)

  await next(page, 'actions', 'What happens?')
  await add(page, 'Text')
  await write(page, textToSend(page), 'Hi {{firstName|there}}, you are expected {{visitDate}} at {{visitTime}}.')
  await add(page, 'Wait')
  await add(page, 'Text')
  await write(page, textToSend(page), 'Still able to come {{visitDate}}?')
  await add(page, 'Assign')
  await pick(page, button(page, /^Staff member: /), ['Dana Whitfield'])
  const actions = page.getByRole('list', { name: 'Actions' })
  await expect(actions.getByRole('textbox', { name: 'Sequence number' })).toHaveCount(4)
  await expect(actions).toContainText('Send a text if no reply')

  // A number twice bars the next step until it is mended.
  await write(page, actions.getByRole('textbox', { name: 'Sequence number' }).nth(2), '2', 'Shift+Tab')
  await expect(actions.getByRole('alert')).toContainText('Repeated sequence number: 2.')
  await press(page, button(page, 'Next: review'))
  await expect(page.getByRole('status', { name: 'Step' })).toHaveText('Fix 1 sequence number to go on')
  await expect(step(page)).toHaveText('What happens?')
  await press(page, button(page, 'Renumber 1 to 4'), 'Shift+Tab')
  await expect(actions.getByRole('alert')).toHaveCount(0)
  await isAccessible(page)

  // The draft goes on without a network, and what is not saved survives a reload.
  await page.context().setOffline(true)
  await expect(connection(page)).not.toContainText('Live')
  await press(page, button(page, 'Edit Send a text'), 'Shift+Tab')
  await write(page, textToSend(page), 'Hi {{firstName|there}}, we expect you {{visitDate}} at {{visitTime}}.')
  await page.context().setOffline(false)
  await isLive(page)
  await page.reload()
  await expect(step(page)).toHaveText('What happens?')
  await expect(actions.getByRole('textbox', { name: 'Sequence number' })).toHaveCount(4)
  await next(page, 'review', 'Check and turn on')
}

/** Writes an automation that answers a word. */
async function buildAnswer(page: Page): Promise<void> {
  await begin(page)
  await chooseCard(page, 'Text contains a word')
  await reach(page, page.getByRole('textbox', { name: 'Words' }))
  await page.keyboard.type(WORD)
  await page.keyboard.press('Enter')
  await next(page, 'conditions', 'Who is it for?')
  await next(page, 'actions', 'What happens?')
  await add(page, 'Set request type')
  await pick(page, button(page, /^Request type: /), ['Prescription'])
  await add(page, 'Text')
  await write(page, textToSend(page), FIRST_WORDS)
  await next(page, 'review', 'Check and turn on')
  await write(page, page.getByRole('textbox', { name: 'Name' }), REFILLS)
  await turnOn(page, 1, null)
}

async function remove(page: Page, name: string): Promise<void> {
  await press(page, button(page, `More for ${name}`))
  await expect(page.getByRole('menu')).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await told(page, `Removed “${name}”`)
  await expect(item(page, name)).toHaveCount(0)
}

test('automation of the design is built, tried, turned on, started by a phone, followed on a second screen, published again, rolled back and paused, by keyboard alone [AUTO-01] [DESIGN-09] [STATE-34] [ENTITY-16] [RULE-15] [RULE-16] [RULE-17] [RULE-18] [RULE-19] [OPEN-033] [OPEN-035] [OPEN-040]', async ({
  desk,
  stranger,
  allowConsole,
  world,
}) => {
  allowConsole(CUT_OFF)
  const { page: lena } = await desk('lena@demo.test', '/automations')
  const { page: dana } = await desk('dana@demo.test', '/automations')
  for (const page of [lena, dana]) await isLive(page)

  await test.step('the automation of the design is tried on a patient and turned on', async () => {
    await buildConfirmation(lena)
    await write(lena, lena.getByRole('textbox', { name: 'Name' }), CONFIRM)
    const patient = lena.getByRole('list', { name: 'Steps for one patient' }).getByRole('listitem')
    await expect(patient.first()).toContainText('we expect you')
    // Before a weekend the office hours of the wait may end after the visit.
    await expect(patient.nth(1)).toContainText('Waited')
    await isAccessible(lena)
    await turnOn(lena, 1, null)
    for (const page of [lena, dana]) {
      await expect(item(page, CONFIRM)).toContainText('When a visit is not confirmed 48 hours before it starts')
      await expect(item(page, CONFIRM).getByRole('switch')).toBeChecked()
    }
  })

  await test.step('visits that come due start it, and a second screen shows its texts, its runs and whom it assigns', async () => {
    const [other, remote, answers, silent] = [stranger(), stranger(), stranger(), stranger()]
    const visit = { doctorId: 'doc_okafor', type: 'Follow-up' }
    const moveBack = await moveToNoon(world)
    try {
      const visits = [
        await bookVisit(world, { phone: other, firstName: 'Ada', time: '10:00', ...visit, doctorId: 'doc_zhang' }),
        await bookVisit(world, { phone: remote, firstName: 'Bo', time: '10:00', ...visit, type: 'Telehealth' }),
        await bookVisit(world, { phone: answers, firstName: 'Cleo', time: '11:00', ...visit, doctorId: 'doc_reyes' }),
        await bookVisit(world, { phone: silent, firstName: 'Dido', time: '12:00', ...visit }),
      ]
      await press(dana, dana.getByRole('link', { name: 'Runs', exact: true }))
      await passUntilDue(world, visits, CONFIRM)
      for (const [phone, name] of [
        [silent, 'Dido'],
        [answers, 'Cleo'],
      ] as const) {
        const text = new RegExp(`^Hi ${name}, we expect you .+ at .+\\.$`)
        await expect.poll(() => phone.received()).toEqual([expect.stringMatching(text)])
      }
      const run = (name: string) => dana.locator('[data-run-id]').filter({ hasText: CONFIRM }).filter({ hasText: name })
      for (const name of ['Cleo', 'Dido']) await expect(run(name)).toContainText('Waiting')
      await answers.text('Which door is it?')
      await expect.poll(() => answers.taken()).toHaveLength(1)
      await passWaits(world, CONFIRM)
      for (const name of ['Cleo', 'Dido']) await expect(run(name)).toContainText('Done')
      const steps = (name: string) => run(name).getByRole('list', { name: 'Steps' }).getByRole('listitem')
      for (const [name, second] of Object.entries({ Cleo: 'Text skipped', Dido: 'Text done' })) {
        await press(dana, run(name).getByRole('button').first())
        await expect(steps(name)).toContainText(['Text done', 'Wait done', second, 'Assignment done'])
      }
      await press(dana, run('Dido').getByRole('link', { name: 'Open the conversation' }))
      for (const text of ['we expect you', 'Still able to come']) await expect(messages(dana)).toContainText(text)
      await expect(dana.getByRole('button', { name: 'Assigned to: You' })).toBeVisible()
      await expect.poll(() => silent.received()).toHaveLength(2)
      expect(await answers.received()).toHaveLength(1)
      // Visits are judged in the order in which they come due, so those of the others were.
      for (const { received } of [other, remote]) expect(await received()).toEqual([])
    } finally {
      await moveBack()
    }
    await dana.goto('/automations')
    await reach(lena, item(lena, CONFIRM).getByRole('switch'))
    await lena.keyboard.press('Space')
    await expect(item(dana, CONFIRM).getByRole('switch')).not.toBeChecked()
  })

  await test.step('a phone starts one, and a second screen shows its run and its text', async () => {
    await buildAnswer(lena)
    await press(dana, dana.getByRole('link', { name: 'Runs', exact: true }))
    const patient = stranger()
    await patient.text(`Some ${WORD}, please`)
    await expect.poll(() => patient.received()).toEqual([FIRST_WORDS])
    const run = dana.locator('[data-run-id]').filter({ hasText: REFILLS })
    await expect(run).toContainText('Done')
    await press(dana, run.getByRole('button').first())
    await expect(run.getByRole('list', { name: 'Steps' })).toContainText('Text done')
    await isAccessible(dana)
    await press(dana, run.getByRole('link', { name: 'Open the conversation' }))
    await expect(messages(dana)).toContainText(FIRST_WORDS)
    await press(dana, messages(dana).getByRole('link', { name: REFILLS }), 'Shift+Tab')
    await expect(dana.getByRole('heading', { level: 1, name: REFILLS })).toBeVisible()
  })

  await test.step('a second version is published, and the first one brought back', async () => {
    await press(lena, item(lena, REFILLS).getByRole('link', { name: REFILLS }))
    await press(lena, lena.getByRole('link', { name: 'Edit', exact: true }))
    await next(lena, 'conditions', 'Who is it for?')
    await next(lena, 'actions', 'What happens?')
    await press(lena, button(lena, 'Edit Send a text'))
    await write(lena, textToSend(lena), NEW_WORDS)
    await expect(lena.getByRole('status', { name: 'Saving' })).toHaveText('Saved')
    await next(lena, 'review', 'Check and turn on')
    await turnOn(lena, 2, 'We text, we do not call')
    const second = stranger()
    await second.text(`More ${WORD}`)
    await expect.poll(() => second.received()).toEqual([NEW_WORDS])

    const tab = dana.getByRole('tablist', { name: 'About it' }).getByRole('tab')
    await reach(dana, tab.first())
    await dana.keyboard.press('ArrowRight')
    const versions = dana.getByRole('list', { name: 'Versions' })
    await expect(versions).toContainText('“We text, we do not call”')
    await isAccessible(dana)
    await press(dana, versions.getByRole('button', { name: 'Roll back to 1' }))
    await write(dana, dana.getByRole('alertdialog').getByRole('textbox', { name: 'Why?' }), 'We do call')
    await press(dana, dana.getByRole('alertdialog').getByRole('button', { name: 'Roll back to 1' }))
    await expect(versions).toContainText('brought back version 1')
    const third = stranger()
    await third.text(`Again ${WORD}`)
    await expect.poll(() => third.received()).toEqual([FIRST_WORDS])
  })

  await test.step('a pause of all ends starts on both screens until it is ended', async () => {
    await press(dana, dana.getByRole('link', { name: 'All automations' }))
    await press(lena, button(lena, 'Pause all'))
    await expect(lena.getByRole('menu')).toBeFocused()
    await lena.keyboard.press('Home')
    await lena.keyboard.press('Enter')
    for (const page of [lena, dana])
      await expect(page.getByRole('status', { name: 'Pause' })).toContainText('All automations are paused until')
    const [fourth, fifth] = [stranger(), stranger()]
    await fourth.text(`Now ${WORD}`)
    // A pause counts for a text at the moment when the text is judged.
    await expect.poll(() => queryStore(world, JUDGED, [fourth.number])).toHaveLength(1)
    await press(dana, button(dana, 'Resume'))
    await expect(lena.getByRole('status', { name: 'Pause' })).toHaveCount(0)
    // Causes are judged in their order, so an answer to the fifth text says that the fourth one was judged.
    await fifth.text(`Then ${WORD}`)
    await expect.poll(() => fifth.received()).toEqual([FIRST_WORDS])
    expect(await fourth.received()).toEqual([])
  })

  await test.step('what is removed can be restored', async () => {
    await remove(lena, REFILLS)
    await expect(item(dana, REFILLS)).toHaveCount(0)
    await reach(lena, lena.getByRole('tablist', { name: 'State' }).getByRole('tab', { selected: true }), 'Shift+Tab')
    await lena.keyboard.press('End')
    await press(lena, button(lena, `Restore ${REFILLS}`))
    await expect(item(dana, REFILLS).getByRole('switch')).not.toBeChecked()
    for (const name of [REFILLS, CONFIRM]) await remove(dana, name)
  })
})

test('rows of the list are moved by their handles, by key and by pointer, on both screens [AUTO-01]', async ({
  desk,
  world,
}) => {
  const ana = await signIn(world.url, 'ana@demo.test')
  const ids: string[] = []
  for (const name of ['Kestrel one', 'Kestrel two']) {
    const trigger = { kind: 'appointmentBooked' }
    const actions = [{ sequence: 1, kind: 'notifyStaff', to: 'supervisors', text: 'A visit was booked.' }]
    const body = { organizationId: ORGANIZATION, name, trigger, conditions: [], actions } as never
    ids.push((await ana.call('saveAutomation', { body, key: crypto.randomUUID() })).data._id)
  }
  const { page: lena } = await desk('lena@demo.test', '/automations')
  const { page: dana } = await desk('dana@demo.test', '/automations')
  for (const page of [lena, dana]) await isLive(page)
  const kestrels = (page: Page) => item(page, 'Kestrel').getByRole('link', { name: /^Kestrel/ })
  const handle = (name: string) => button(lena, `Drag ${name}`)
  const moved = async (...names: string[]) => {
    for (const page of [lena, dana]) await expect(kestrels(page)).toHaveText(names)
  }
  await moved('Kestrel one', 'Kestrel two')

  await reach(lena, handle('Kestrel one'))
  // The handle tells each step to a screen reader; the next key comes after its words.
  const words = lena.locator('[id^=DndLiveRegion]')
  await lena.keyboard.press('Space')
  await expect(words).toContainText(/Kestrel one is over place \d+/)
  const began = (await words.textContent()) ?? ''
  await lena.keyboard.press('ArrowDown')
  await expect(words).not.toHaveText(began)
  await lena.keyboard.press('Space')
  await expect(words).toContainText('Kestrel one is put down')
  await moved('Kestrel two', 'Kestrel one')

  const box = async (name: string) => (await handle(name).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  // The rows still glide to their places, or begin to in the next frame.
  await expect
    .poll(() =>
      lena.evaluate(async () => {
        for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame)
        return document.getAnimations().some(({ playState }) => playState === 'running')
      }),
    )
    .toBe(false)
  const [from, to] = [await box('Kestrel one'), await box('Kestrel two')]
  await lena.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await lena.mouse.down()
  await lena.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 12 })
  await expect(words).toHaveText(began)
  await lena.mouse.up()
  await moved('Kestrel one', 'Kestrel two')
  for (const _id of ids) await ana.call('removeAutomation', { body: { organizationId: ORGANIZATION, _id } })
})

test('wizard loads at most 60 KB of scripts and styles beyond the list, compressed', async ({ desk }) => {
  const { page } = await desk('lena@demo.test', '/automations')
  await isLive(page)
  const sizes = new Map<string, Promise<number>>()
  page.on('requestfinished', (request) => {
    const { pathname } = new URL(request.url())
    const size = async () => (await request.sizes()).responseBodySize
    if (/\.(js|css)$/.test(pathname)) sizes.set(pathname, size())
  })
  await page.reload()
  // The shell loads them by itself after some seconds, on whatever page.
  await expect.poll(() => [...sizes.keys()].some((name) => name.includes('/later-parts-'))).toBe(true)
  await page.waitForLoadState('networkidle')
  const before = new Set(sizes.keys())
  // By the mouse: the focus that goes through the top bar loads its parts.
  await page.getByRole('link', { name: 'New automation' }).click()
  await expect(step(page)).toHaveText('What starts it?')
  const named = () => [...sizes].filter(([name]) => !before.has(name))
  await expect.poll(() => named().map(([name]) => name)).toContainEqual(expect.stringContaining('/wizard-page-'))
  await page.waitForLoadState('networkidle')
  const added = named()
  const bytes = (await Promise.all(added.map(([, size]) => size))).reduce((sum, size) => sum + size, 0)
  expect(bytes).toBeGreaterThan(20_000)
  expect(bytes).toBeLessThan(60_000)
})

const SCREENS = [
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
  { width: 1440, height: 900 },
] as const

for (const viewport of SCREENS) {
  test(`screens of automations fit ${viewport.width} px, and axe finds nothing in both themes [DESIGN-09]`, async ({
    desk,
    world,
  }) => {
    const ana = await signIn(world.url, 'ana@demo.test')
    const definition = {
      trigger: { kind: 'inboundMessage', words: ['avocetwidth'] },
      conditions: [{ field: 'conversation.isAssigned', operator: 'is', value: false }],
      actions: [
        { sequence: 1, kind: 'sendSms', text: 'AVeryLongWordThatNoScreenCanBreakBetweenItsSyllablesOrAnywhereElse' },
        { sequence: 2, kind: 'wait', for: { n: 4, unit: 'hours' }, officeHours: true },
        { sequence: 3, kind: 'notifyStaff', to: 'supervisors', text: 'A refill came in.' },
      ],
    }
    const body = { organizationId: ORGANIZATION, name: `Kestrel at ${viewport.width} px`, ...definition } as never
    const { data } = await ana.call('saveAutomation', { body, key: crypto.randomUUID() })
    const { _id, revision } = data
    const publishing = { organizationId: ORGANIZATION, _id, expectedRevision: revision, why: 'It begins' } as never
    await ana.call('publishAutomation', { body: publishing, key: crypto.randomUUID() })
    const { page } = await desk('lena@demo.test', '/automations', { viewport })
    await isLive(page)
    const looked = async () => {
      await nothingSticksOut(page)
      await isAccessible(page)
    }
    await expect(item(page, 'Kestrel at')).toBeVisible()
    await looked()
    await page.goto('/automations?state=removed')
    await expect(page.getByRole('tab', { name: 'Removed', selected: true })).toBeVisible()
    await looked()
    await page.goto('/automations/runs')
    await expect(page.getByRole('heading', { level: 1, name: 'Runs' })).toBeVisible()
    await looked()
    await page.goto(`/automations/${_id}?tab=history`)
    await expect(page.getByRole('list', { name: 'Versions' })).toBeVisible()
    await looked()
    await page.goto(`/automations/${_id}/edit`)
    for (const to of ['conditions', 'actions', 'review'] as const) {
      await expect(button(page, `Next: ${to}`)).toBeVisible()
      await looked()
      await press(page, button(page, `Next: ${to}`))
    }
    await expect(step(page)).toHaveText('Check and turn on')
    await looked()
    await ana.call('removeAutomation', { body: { organizationId: ORGANIZATION, _id } })
  })
}
