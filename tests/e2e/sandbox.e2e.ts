/** The sandbox page that plays the outside world: a phone to send and read texts. */
import { expect, isLive, messages, openConversation, row, send, test } from './fixtures.ts'
import { violationsOf } from './violations.ts'

test('text typed into the sandbox’s phone reaches the inbox, and the answer is on the phone [OPEN-100] [OPEN-101]', async ({
  visitor,
  desk,
}) => {
  const lena = await desk('lena@demo.test')
  await isLive(lena.page)
  const { page } = await visitor('/sandbox')
  await expect(page.getByRole('status', { name: 'Connection' })).toHaveText('Live')
  await page.getByRole('textbox', { name: 'New phone' }).fill('512 555 9900')
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  const phone = page.getByRole('region', { name: 'Phone of (512) 555-9900' })
  await phone.getByRole('textbox', { name: 'Text message' }).fill('Hello from the page of phones')
  await phone.getByRole('button', { name: 'Send' }).click()
  await expect(phone.getByRole('log')).toContainText('Hello from the page of phones')

  await openConversation(lena.page, 'Hello from the page of phones')
  await send(lena.page, 'Hello from the clinic')
  await expect(phone.getByRole('log')).toContainText('Hello from the clinic')
  await expect(messages(lena.page)).toContainText(/Hello from the clinic.*Delivered/)

  // The tick appears at once, and takes effect once the carrier has received it.
  const heard = page.waitForResponse(
    (answer) => answer.request().method() === 'POST' && /behaviour$/.test(answer.url()),
  )
  await phone.getByRole('checkbox', { name: 'Nothing reaches this phone' }).check()
  await heard
  await send(lena.page, 'Still there?')
  await expect(messages(lena.page)).toContainText(/Still there\?.*Not delivered/)
  await expect(row(lena.page, 'Still there?')).toContainText('Not delivered')
  await phone.getByRole('checkbox', { name: 'Nothing reaches this phone' }).uncheck()
  expect(await violationsOf(page)).toEqual([])
})
