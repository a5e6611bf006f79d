/** Writing a campaign by keyboard and beside a colleague, templates, and the page of an e-mail's unsubscribe link. */
import type { Campaign } from '@foyer/contracts/campaign/campaign.ts'
import type { Locator, Page, Route } from '@playwright/test'
import { type Member, signIn } from '../support/member.ts'
import { until } from '../support/until.ts'
import type { World } from '../support/world.ts'
import { expect, isLive, nothingSticksOut, test, told } from './fixtures.ts'
import { violationsOf } from './violations.ts'

const organizationId = 'org_cedar'
const words = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true })
const saving = (page: Page) => page.getByRole('status', { name: 'Saving' })
const status = (page: Page) => page.getByRole('status', { name: 'Status' })
const field = (page: Page) => page.getByRole('textbox', { name: 'Campaign name' })

async function tabTo(page: Page, element: Locator): Promise<void> {
  await expect(element).toBeVisible()
  for (let steps = 0; steps < 60; steps += 1) {
    if (await element.evaluate((one) => one === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not lead to ${element}`)
}

async function draft(member: Member, values: object): Promise<Campaign> {
  const content = 'Hi {{firstName|there}}, flu season is here. {{clinic}}'
  const body = {
    organizationId,
    name: 'A draft',
    type: 'SMS' as const,
    content,
    timezone: 'America/Chicago',
    ...values,
  }
  return (await member.call('addCampaign', { body })).data
}

test('by keyboard alone a campaign is written, its wording mended and its texts scheduled [CAMP-01]', async ({
  desk,
}) => {
  const { page } = await desk('lena@demo.test', '/campaigns')
  await isLive(page)
  await expect(page.getByRole('list', { name: 'Campaigns' })).toBeVisible()
  await tabTo(page, page.getByRole('link', { name: 'New campaign' }))
  await page.keyboard.press('Enter')
  await tabTo(page, field(page))
  await page.keyboard.type('Oriole visits')
  await expect(field(page)).toHaveValue('Oriole visits')
  await tabTo(page, page.getByRole('button', { name: 'Add a rule' }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('textbox', { name: 'Rule 1, value' }))
  await page.keyboard.type('85')
  await tabTo(page, words(page))
  await page.keyboard.type('{{clinic}}: reply CANCEL to cancel your visit.')
  const wording = page.getByRole('alert', { name: 'Wording' })
  await expect(wording).toContainText('CANCEL opts the patient out of all texts.')
  await tabTo(page, wording.getByRole('button', { name: 'Use this wording' }))
  await page.keyboard.press('Enter')
  await expect(words(page)).toHaveValue('{{clinic}}: reply NO to cancel your visit.')
  await expect(wording).toBeHidden()
  const schedule = page.getByRole('button', { name: /^Schedule \d+ texts$/ })
  await expect(schedule).toBeEnabled()
  await tabTo(page, schedule)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('alertdialog')
  await tabTo(page, dialog.getByRole('button', { name: /^Schedule \d+ texts$/ }))
  await page.keyboard.press('Enter')
  await expect(status(page)).toContainText('Scheduled')
  await tabTo(page, page.getByRole('button', { name: 'Unschedule' }))
  await page.keyboard.press('Enter')
  await expect(status(page)).toContainText('Draft')
})

test('second editor is told of the other’s save, keeps what was typed, and then loads it [CAMP-01]', async ({
  desk,
  world,
  allowConsole,
}) => {
  allowConsole(/status of 409|status: 409/)
  const dana = await signIn(world.url, 'dana@demo.test')
  const { _id: id } = await draft(dana, { name: 'Heron visits' })
  const { page } = await desk('lena@demo.test', `/campaigns/${id}/edit`)
  await isLive(page)
  await expect(field(page)).toHaveValue('Heron visits')
  const params = { id }
  const save = (revision: number, name: string) =>
    dana.call('saveCampaign', { params, body: { organizationId, revision, name } })
  // Without a change here the colleague's version shows at once.
  await save(1, 'Heron visits, spring')
  await expect(field(page)).toHaveValue('Heron visits, spring')

  const told = page.getByRole('alert').filter({ hasText: 'Dana Whitfield saved a newer version.' })
  const typeBeside = async (mine: string, revision: number, theirs: string) => {
    // The save of this screen waits until the colleague's is there.
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const address = `**/api/campaign/campaign/${id}*`
    const hold = async (route: Route) => {
      // The screen may read the campaign meanwhile, for example after its own save.
      if (route.request().method() !== 'PUT') return route.fallback()
      await held
      await route.fallback()
    }
    await page.route(address, hold)
    const asked = page.waitForRequest((request) => request.method() === 'PUT')
    await field(page).fill(mine)
    await asked
    await save(revision, theirs)
    release()
    await page.unroute(address, hold)
    await expect(told).toBeVisible()
  }
  await typeBeside('Heron visits, mine', 2, 'Heron visits, hers')
  await expect(field(page)).toHaveValue('Heron visits, mine')
  expect(await violationsOf(page)).toEqual([])
  await told.getByRole('button', { name: 'Keep mine' }).click()
  await expect(saving(page)).toContainText('by you')
  await expect(told).toBeHidden()
  await typeBeside('Heron visits, mine again', 4, 'Heron visits, hers again')
  await told.getByRole('button', { name: 'Load it' }).click()
  await expect(field(page)).toHaveValue('Heron visits, hers again')
  await expect(saving(page)).toContainText('by Dana Whitfield')
})

const PAGES = [
  ['/campaigns', 'list', 'Campaigns'],
  ['/campaigns/cmp_flu/edit', 'status', 'Recipients'],
  ['/campaigns/cmp_recall/edit', 'alert', 'Wording'],
  ['/campaigns/cmp_flu_last', 'list', 'Recipients'],
  ['/campaigns/cmp_portal', 'list', 'Recipients'],
  ['/templates', 'list', 'Templates'],
  ['/templates/tpl_birthdays', 'textbox', 'Template name'],
  ['/notifications', 'button', 'Send notification'],
] as const

test('pages of campaigns and templates have no barrier in either theme [CAMP-01] [TMPL-01] [NOTIF-01]', async ({
  desk,
}) => {
  const { page } = await desk('lena@demo.test', '/campaigns')
  await isLive(page)
  for (const [path, role, name] of PAGES) {
    await page.goto(path)
    await expect(page.getByRole(role, { name, exact: true }).first()).toBeVisible()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
      const onlyColours = colorScheme === 'dark'
      expect(await violationsOf(page, { onlyColours }), `${path}, ${colorScheme}`).toEqual([])
    }
  }
})

test('pages of campaigns and templates are no wider than a phone [CAMP-01] [TMPL-01] [NOTIF-01]', async ({ desk }) => {
  const options = { viewport: { width: 390, height: 844 }, touch: true }
  const { page } = await desk('lena@demo.test', '/campaigns', options)
  for (const [path, role, name] of PAGES) {
    await page.goto(path)
    const shown = page.getByRole(role, { name, exact: true }).first()
    if (path.endsWith('/edit')) await expect(field(page)).toBeVisible()
    else await expect(shown).toBeVisible()
    await nothingSticksOut(page)
    expect(await violationsOf(page), path).toEqual([])
  }
})

test('template is switched on and off on one screen, and the other follows [TMPL-01] [ENTITY-20]', async ({
  desk,
  world,
  allowConsole,
}) => {
  allowConsole(/status of 422|status: 422/)
  const ana = await signIn(world.url, 'ana@demo.test')
  const audience = { kind: 'filters' as const, rules: [{ field: 'age' as const, op: 'atLeast' as const, value: 80 }] }
  const { data: template } = await ana.call('addNotifierTemplate', {
    body: {
      ...{ organizationId, name: 'Wren recall', frequency: { value: 90, unit: 'day' }, audience },
      content: '{{clinic}}: {{firstName|there}}, it is time for your check-up.',
    },
  })
  const [lena, dana] = [
    (await desk('lena@demo.test', '/templates')).page,
    (await desk('dana@demo.test', '/templates')).page,
  ]
  const listed = (page: Page, id: string) =>
    page.getByRole('list', { name: 'Templates' }).locator(`[data-template-id="${id}"]`)
  const active = (page: Page, id = template._id) => listed(page, id).getByRole('switch', { name: 'Active' })
  for (const page of [lena, dana]) {
    await isLive(page)
    await expect(active(page)).not.toBeChecked()
  }
  await active(lena).focus()
  await lena.keyboard.press('Space')
  for (const page of [lena, dana]) {
    await expect(active(page)).toBeChecked()
    await expect(listed(page, template._id)).toContainText('Every 90 days, next')
  }
  await active(dana).click()
  for (const page of [lena, dana]) await expect(active(page)).not.toBeChecked()

  // Without words it stays off, and the reason is said.
  await active(lena, 'tpl_labs').click()
  await told(lena, 'Choose who gets it.')
  await expect(active(lena, 'tpl_labs')).not.toBeChecked()
})

interface TakenMail {
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly headers: Readonly<Record<string, string>>
}

const mailsTo = (world: World, address: string, subject: string): Promise<TakenMail> =>
  until(async () => {
    const { mails } = (await (await fetch(`${world.url}/sandbox/mails`)).json()) as { mails: TakenMail[] }
    return mails.find((mail) => mail.to === address && mail.subject === subject)
  }, 180_000)

test('unsubscribe page of an e-mail stops those of campaigns and takes it back, and a mail program needs no page [NOTIF-01]', async ({
  desk,
  visitor,
  world,
}) => {
  const ana = await signIn(world.url, 'ana@demo.test')
  const send = async (firstName: string) => {
    const { data: patient } = await ana.call('addPatient', {
      body: {
        organizationId,
        firstName,
        lastName: 'Sandpiper',
        email: `${firstName.toLowerCase()}@sandpiper.test`,
        timezone: noonZone(),
      },
    })
    const campaign = await draft(ana, {
      ...{ name: `${firstName} news`, type: 'email', subject: `News for ${firstName}`, patientIds: [patient._id] },
      content: 'Hi {{firstName}}, we are open on Saturdays.',
    })
    const { _id: id, revision } = campaign
    await ana.call('launchCampaign', { params: { id }, body: { organizationId, revision } })
    return { id, patientId: patient._id, mail: await mailsTo(world, patient.email ?? '', `News for ${firstName}`) }
  }
  const audience = async (patientId: string) => {
    const asked = { kind: 'patients' as const, patientIds: [patientId] }
    const body = { organizationId, type: 'email' as const, audience: asked }
    return (await ana.call('campaignAudience', { body })).data.skipped
  }
  const { id, patientId, mail } = await send('Ada')
  const [, address = ''] = /<(https?:[^>]+)>/.exec(mail.headers['List-Unsubscribe'] ?? '') ?? []
  const { page: lena } = await desk('lena@demo.test', `/campaigns/${id}`)
  await isLive(lena)
  await expect(lena.locator('[data-figure="optedOut"]')).toHaveText('0')

  // Opening the page, as scanners of mails do, changes nothing.
  const { page: reader } = await visitor(new URL(address).pathname)
  await expect(reader.getByRole('heading', { name: 'Stop these e-mails?' })).toBeVisible()
  expect(await violationsOf(reader)).toEqual([])
  expect(await audience(patientId)).toEqual([])
  await reader.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(reader.getByRole('heading', { name: 'You are unsubscribed' })).toBeVisible()
  await expect(lena.locator('[data-figure="optedOut"]')).toHaveText('1')
  expect(await audience(patientId)).toEqual([{ reason: 'unsubscribed', count: 1 }])
  await reader.getByRole('button', { name: 'Take it back' }).click()
  await expect(reader.getByRole('heading', { name: 'You get these e-mails again' })).toBeVisible()
  expect(await audience(patientId)).toEqual([])

  const other = await send('Ben')
  const { page: mailbox } = await visitor('/sandbox/mail.html')
  const shown = mailbox.getByRole('article').filter({ hasText: 'News for Ben' })
  await shown.getByRole('button', { name: 'One-click unsubscribe' }).click()
  await expect.poll(() => audience(other.patientId)).toEqual([{ reason: 'unsubscribed', count: 1 }])
})

/** A zone whose clock is near noon, so that no quiet hours hold an e-mail back. */
function noonZone(): string {
  const zones = ['Pacific/Honolulu', 'America/Chicago', 'Atlantic/Azores', 'Asia/Dubai', 'Asia/Bangkok', 'Pacific/Guam']
  const hour = (zone: string) =>
    Number(new Intl.DateTimeFormat('en-US', { hour: '2-digit', hourCycle: 'h23', timeZone: zone }).format())
  const [nearest = 'UTC'] = zones.toSorted((one, other) => Math.abs(hour(one) - 13) - Math.abs(hour(other) - 13))
  return nearest
}
