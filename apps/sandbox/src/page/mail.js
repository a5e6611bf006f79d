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

function row({ to, from, fromName, subject, text, takenAt }) {
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
    ),
  )
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
