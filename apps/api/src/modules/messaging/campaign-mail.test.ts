import { expect, test } from 'vitest'
import { campaignMailParts } from './campaign-mail.rules.ts'

const mail = {
  content: 'Hi Rosalind,\nflu shots are here.\n\nBook: https://cedar.test/book?a=1&b=2.\r\n\r\nSee you!\n',
  clinicName: 'Cedar & Ridge',
  postalAddress: '12 Main Street\nAustin, TX 78701',
  unsubscribeUrl: 'https://foyer.example/u/abc-_1',
}

test('a mail has its words, then the clinic, its postal address and the way to unsubscribe', () => {
  expect(campaignMailParts(mail).content).toBe(
    'Hi Rosalind,\nflu shots are here.\n\nBook: https://cedar.test/book?a=1&b=2.\n\nSee you!\n\n-- \n' +
      'Cedar & Ridge\n12 Main Street\nAustin, TX 78701\nUnsubscribe: https://foyer.example/u/abc-_1\n',
  )
})

test('a mail has the headers of one-click unsubscribing', () => {
  expect(campaignMailParts(mail).headers).toEqual({
    'List-Unsubscribe': '<https://foyer.example/u/abc-_1>',
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  })
})

test('the HTML part has the same words in paragraphs, with links', () => {
  const { html } = campaignMailParts(mail)
  expect(html).toContain('<p>Hi Rosalind,<br>flu shots are here.</p>')
  const address = 'https://cedar.test/book?a=1&#38;b=2'
  expect(html).toContain(`<p>Book: <a href="${address}">${address}</a>.</p>`)
  expect(html).toContain('Cedar &#38; Ridge<br>12 Main Street<br>Austin, TX 78701<br>')
  expect(html).toContain('<a href="https://foyer.example/u/abc-_1">Unsubscribe</a>')
})

test('the HTML part escapes what a name or an address brings along', () => {
  const content = 'Hi <img src=x onerror=alert(1)> "Rosalind", https://cedar.test/"><script>alert(1)</script>'
  const { html } = campaignMailParts({ ...mail, content, clinicName: '<b>', postalAddress: '</p><script>' })
  expect(html).not.toMatch(/<(?!\/?(?:html|head|meta|body|p|a|br|hr|!doctype)\b)/)
  expect(html.match(/<a href="[^"]*"/g)).toHaveLength(2)
})
