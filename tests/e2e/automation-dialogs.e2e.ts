/** Dialogs, menus and panels of automations and chatbots fit three widths and have no barrier, in both themes. */
import type { Locator, Page } from '@playwright/test'
import { frontDesk } from '../../apps/web/src/features/chatbot/templates/front-desk.rules.ts'
import { type Member, signIn } from '../support/member.ts'
import { expect, isLive, nothingSticksOut, test } from './fixtures.ts'
import { violationsOf } from './violations.ts'

const organizationId = 'org_cedar'
/** No other test writes this word. */
const WORD = 'dunlin'
const DESK = { width: 1440, height: 900 }
const TABLET = { width: 820, height: 1180 }
const PHONE = { width: 390, height: 844 }
const ALL = [DESK, TABLET, PHONE]

/** Checks what is open at each width and in each theme, and goes back to the light desk. */
async function isSound(page: Page, shown: Locator, widths = ALL): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
    for (const viewport of widths) {
      await page.setViewportSize(viewport)
      await expect(shown).toBeVisible()
      await nothingSticksOut(page)
      const found = await violationsOf(page, { onlyColours: colorScheme === 'dark' })
      expect(found, `${shown}, ${viewport.width} px, ${colorScheme}`).toEqual([])
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(DESK)
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' })

async function opens(page: Page, opener: Locator, shown: Locator, widths = ALL): Promise<void> {
  await opener.click()
  await isSound(page, shown, widths)
}

/** Writes an automation with two versions and a draft that is newer than both. */
async function automation(ana: Member): Promise<string> {
  const save = async (text: string, _id?: string) => {
    const definition = {
      trigger: { kind: 'inboundMessage', words: [WORD] },
      conditions: [{ field: 'conversation.isAssigned', operator: 'is', value: false }],
      actions: [
        { sequence: 1, kind: 'sendSms', text },
        { sequence: 2, kind: 'wait', for: { n: 4, unit: 'hours' }, officeHours: true },
        { sequence: 3, kind: 'notifyStaff', to: 'supervisors', text: 'A refill came in.' },
      ],
    }
    const body = { organizationId, name: 'Kestrel dialogs', ...definition, ...(_id && { _id }) } as never
    return (await ana.call('saveAutomation', { body, key: crypto.randomUUID() })).data
  }
  let saved = await save('The first words')
  for (const why of ['It begins', 'Other words']) {
    const body = { organizationId, _id: saved._id, expectedRevision: saved.revision, why } as never
    await ana.call('publishAutomation', { body, key: crypto.randomUUID() })
    saved = await save(`Words after “${why}”`, saved._id)
  }
  return saved._id
}

test('automation menus, run, panels and dialogs fit 1440, 820 and 390 px and have no violation in both themes [DESIGN-09]', async ({
  desk,
  world,
  stranger,
}) => {
  const ana = await signIn(world.url, 'ana@demo.test')
  const _id = await automation(ana)
  const phone = stranger()
  await phone.text(`Some ${WORD}`)
  const { page } = await desk('lena@demo.test', `/automations/${_id}`)
  await isLive(page)

  const run = page.locator('[data-run-id]')
  await expect(run).toContainText('Waiting')
  await opens(page, run.getByRole('button').first(), run.getByRole('list', { name: 'Steps' }))

  await page.getByRole('tablist', { name: 'About it' }).getByRole('tab').nth(1).click()
  await opens(page, button(page, 'Roll back to 1'), page.getByRole('alertdialog').getByRole('heading'))

  await page.goto(`/automations/${_id}/edit`)
  for (const to of ['conditions', 'actions'] as const) await button(page, `Next: ${to}`).click()
  await opens(page, button(page, 'Edit Send a text'), page.getByRole('textbox', { name: 'Text to send' }))
  await button(page, 'Next: review').click()
  await isSound(page, page.getByRole('list', { name: 'Steps for one patient' }))
  await opens(page, button(page, 'Turn on automation'), page.getByRole('alertdialog').getByRole('heading'))

  await page.goto('/automations')
  await isLive(page)
  await opens(page, button(page, 'Pause all'), page.getByRole('menu'))
  await page.keyboard.press('Escape')
  await opens(page, button(page, 'More for Kestrel dialogs'), page.getByRole('menu'))
  await ana.call('removeAutomation', { body: { organizationId, _id } })
})

/** The flow of the template, which begins for nobody in the other tests. */
const flow = {
  ...frontDesk,
  nodes: frontDesk.nodes.map((node) =>
    node.kind === 'start'
      ? { ...node, settings: { channels: ['chat' as const], starts: 'keyword' as const, keywords: [WORD] } }
      : node,
  ),
}
/** One of its answers leads nowhere. */
const broken = { ...flow, edges: flow.edges.filter(({ port }) => port !== 'bill') }

test('chatbot menus, settings, problems, test and dialogs fit 1440, 820 and 390 px and have no violation in both themes [BOT-01]', async ({
  desk,
  world,
}) => {
  const sam = await signIn(world.url, 'sam@demo.test')
  const save = async (given: typeof flow, name: string) => {
    const body = { organizationId, flow: { ...given, name } }
    return (await sam.call('saveChatbotFlow', { body, key: crypto.randomUUID() })).data
  }
  const [wrong, whole] = [await save(broken, 'Kestrel with a problem'), await save(flow, 'Kestrel dialogs')]
  const { page } = await desk('lena@demo.test', `/chatbot/${wrong._id}`)
  // A phone reads and tests a chatbot; it has no canvas.
  const building = [DESK, TABLET]
  const settings = page.getByRole('complementary', { name: 'Block settings' })
  await opens(page, button(page, /^\d+ problems?$/), page.getByRole('list', { name: 'Problems' }), building)
  await page.getByRole('list', { name: 'Problems' }).getByRole('button').first().click()
  await isSound(page, settings.getByRole('textbox', { name: 'Question' }), building)
  await opens(page, button(page, 'Show outline'), page.getByRole('tree'))

  await page.goto(`/chatbot/${whole._id}`)
  await button(page, 'Test').click()
  await isSound(page, button(page, 'Start the test'))
  await button(page, 'Start the test').click()
  await isSound(page, page.getByRole('log', { name: 'Test conversation' }).getByRole('group', { name: 'Answers' }))
  const note = page.getByRole('dialog').getByRole('textbox', { name: 'What is new' })
  await opens(page, button(page, 'Publish'), note, building)

  const params = { flowId: whole._id }
  for (const text of ['One', 'Two']) {
    const body = { organizationId, revision: whole.revision, note: text }
    await sam.call('publishChatbot', { params, body, key: crypto.randomUUID() })
  }
  await page.goto(`/chatbot/${whole._id}/versions`)
  await opens(page, button(page, 'Roll back to 1'), note)
  await page.keyboard.press('Escape')
  await opens(page, button(page, 'Open as draft').first(), page.getByRole('alertdialog').getByRole('heading'))

  await page.goto('/chatbot')
  await opens(page, button(page, 'New chatbot'), page.getByRole('menu'))
  await page.keyboard.press('Escape')
  await opens(page, button(page, 'More for Kestrel dialogs'), page.getByRole('menu'))
})
