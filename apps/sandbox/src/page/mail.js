/** The page of mails: what the stream tells is listed, the newest first. */
import { listen, post, read } from './api.js'
import { element } from './element.js'

const at = (id) => document.getElementById(id)
const form = at('behaviour')
let mails = []

function draw() {
  at('no-mails').hidden = mails.length > 0
  at('mails').replaceChildren(...[...mails].reverse().map(row))
}

function row(mail) {
  const { to, from, fromName, subject, text, html, takenAt } = mail
  return element(
    'li',
    {},
    element(
      'article',
      {},
      element('h2', {}, subject),
      element(
        'p',
        { class: 'number' },
        `To ${to} · from ${fromName} <${from}> · ${new Date(takenAt).toLocaleString()}`,
      ),
      element('p', { class: 'letter' }, text),
      ...(html === null ? [] : [htmlPart(mail)]),
      ...headersOf(mail),
    ),
  )
}

/** Without scripts, forms and links that lead away: the part is shown and does nothing. */
function htmlPart({ subject, html }) {
  const frame = element('iframe', { title: `HTML of ${subject}`, sandbox: true, srcdoc: html, loading: 'lazy' })
  return element('details', {}, element('summary', {}, 'HTML'), frame)
}

function headersOf({ id, to, headers }) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  if (lines.length === 0) return []
  const said = element('p', { role: 'status' }, '')
  const click = async () => {
    try {
      const { status } = await post('mails/unsubscribe', { id, to })
      said.textContent = `The clinic answered ${status}.`
    } catch (error) {
      said.textContent = error.message
    }
  }
  const button = element('button', { type: 'button', class: 'quiet', onclick: click }, 'One-click unsubscribe')
  return [
    element('details', {}, element('summary', {}, 'Headers'), element('pre', { class: 'letter' }, lines.join('\n'))),
    ...('List-Unsubscribe' in headers ? [button, said] : []),
  ]
}

form.addEventListener('submit', (event) => event.preventDefault())
form.addEventListener('change', () => {
  const chosen = new FormData(form)
  void post('mail-behaviour', { answer: chosen.get('answer'), times: null, listed: chosen.has('listed') })
})

listen({
  async onOpen() {
    at('connection').textContent = 'Live'
    const [{ mails: all }, { answer, listed }] = await Promise.all([read('mails'), read('mail-behaviour')])
    mails = all
    form.elements.answer.value = answer
    form.elements.listed.checked = listed
    draw()
  },
  onLost() {
    at('connection').textContent = 'Reconnecting'
  },
  mail(mail) {
    if (mails.some(({ id, to }) => id === mail.id && to === mail.to)) return
    mails = [...mails, mail]
    draw()
  },
  reset() {
    mails = []
    draw()
  },
})
draw()
