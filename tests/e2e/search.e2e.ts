/** The search of the list, by keyboard alone. */
import { expect, isLive, requestsTo, row, rows, test, toasts } from './fixtures.ts'

const LIST = '/api/inbox/conversations'
const BOX = { name: 'Search conversations' }

test('search runs while one types, keeps the list until the answer comes, and drops a late one [INBOX-15]', async ({
  desk,
}) => {
  const { page } = await desk('lena@demo.test')
  await isLive(page)
  const asked = requestsTo(page, LIST)
  const line = page.getByRole('status', { name: 'Search' })
  const top = (await rows(page).first().getAttribute('data-conversation-id')) ?? ''
  const late = Promise.withResolvers<void>()
  // The answer to the first pause is held until the second one is on the screen.
  await page.route(
    (url) => url.pathname === LIST && url.searchParams.get('search') === 'rosal',
    async (route) => {
      await late.promise
      await route.continue().catch(() => {})
    },
  )
  await page.keyboard.press('/')
  // Inserted at once: between single letters a busy machine may pause long enough for a search.
  await page.keyboard.insertText('rosal')
  await expect.poll(() => asked.at(-1)?.get('search')).toBe('rosal')
  await expect(rows(page).first()).toHaveAttribute('data-conversation-id', top)
  await page.keyboard.type('ind')
  await expect(line).toHaveText('Results for “rosalind”')
  await expect(row(page, 'Rosalind Carver').first()).toBeVisible()
  late.resolve()
  await page.keyboard.type(' carver')
  await expect(line).toHaveText('Results for “rosalind carver”')
  await expect(page.getByRole('searchbox', BOX)).toHaveValue('rosalind carver')
  await expect(page.getByRole('searchbox', BOX)).toBeFocused()
  expect(asked.at(-1)?.get('statusMode')).toBe('first')

  await page.keyboard.press('Escape')
  await expect(page.getByRole('searchbox', BOX)).toHaveValue('')
  await expect(page.getByRole('searchbox', BOX)).toBeFocused()
  await expect(line).toHaveText('')
})

test('search that is refused keeps the list, says what it takes and offers the mended words [RULE-07] [ERR-08]', async ({
  desk,
}) => {
  const { page } = await desk('lena@demo.test')
  await isLive(page)
  await page.keyboard.press('/')
  await page.keyboard.type('carver rosalind')
  await expect(page.getByRole('status', { name: 'Search' })).toHaveText('Results for “carver rosalind”')
  await expect(rows(page).first()).toContainText('Rosalind')
  const found = (await rows(page).first().getAttribute('aria-setsize')) ?? ''
  const asked = requestsTo(page, LIST)
  await page.keyboard.press('Control+a')
  // Inserted at once: between single letters a busy machine may pause long enough for a search.
  await page.keyboard.insertText('carver, rosalind')
  await page.keyboard.press('Enter')
  await expect(toasts(page).getByText('Error! wrong format', { exact: true })).toHaveCount(1)
  await expect(page.getByRole('searchbox', BOX)).toHaveAccessibleDescription(/Letters, digits and spaces/)
  await expect(page.getByRole('status', { name: 'Search' })).toHaveText('Results for “carver rosalind”')
  await expect(rows(page).first()).toHaveAttribute('aria-setsize', found)
  await page.getByRole('button', { name: 'Search carver rosalind' }).press('Enter')
  await expect(page.getByRole('searchbox', BOX)).toHaveValue('carver rosalind')
  await expect(page.getByRole('searchbox', BOX)).toBeFocused()
  await expect(page.getByRole('searchbox', BOX)).toHaveAccessibleDescription('')
  // A pause on the way may have searched for the first letters, and nothing that was refused.
  for (const query of asked) expect(query.get('search')).toMatch(/^[a-z ]+$/)
})
