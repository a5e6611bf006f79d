import { post, putMedia } from './api.js'
import { displayNumber, element } from './element.js'
import { createThread } from './thread.js'

/** One open phone: its thread with the clinic that it texts, and a line to type into. */
export function createPhoneCard({ number, name, clinics, onClose, onReach }) {
  const shownName = name ?? displayNumber(number)
  const id = number.slice(1)
  const to = element(
    'select',
    { id: `to-${id}` },
    ...clinics.map((clinic) => element('option', { value: clinic.number }, clinic.name)),
  )
  const reach = element('input', { type: 'checkbox', onchange: () => onReach(number, reach.checked) })
  const thread = createThread(`Texts of ${shownName}`)
  const composer = createComposer({ id, send: (body, file) => sendText(number, to.value, body, file) })
  let texts = []

  const choices = createChoices((answer) => sendText(number, to.value, answer))
  const draw = () => {
    const shown = texts.filter((text) => clinicOf(text) === to.value)
    thread.show(shown)
    // A new question is read above its choices, which make the log shorter.
    if (choices.show(shown.at(-1))) thread.toEnd()
  }
  to.addEventListener('change', draw)

  return {
    element: element(
      'section',
      { class: 'phone', 'aria-label': `Phone of ${shownName}` },
      element(
        'header',
        {},
        element('div', {}, element('h3', {}, shownName), element('p', { class: 'number' }, number)),
        element('button', { type: 'button', class: 'close', 'aria-label': 'Close phone', onclick: onClose }, '×'),
      ),
      element('div', { class: 'to' }, element('label', { for: `to-${id}` }, 'Texting with'), to),
      thread.element,
      ...choices.elements,
      ...composer.elements,
      element('label', { class: 'choice' }, reach, ' Nothing reaches this phone'),
    ),
    focus: composer.focus,
    show(all) {
      const last = all.at(-1)
      if (texts.length === 0 && last) to.value = clinicOf(last)
      texts = all
      draw()
    },
    setUnreachable(isUnreachable) {
      reach.checked = isUnreachable
    },
  }
}

const clinicOf = (text) => (text.direction === 'inbound' ? text.to : text.from)

async function sendText(number, to, body, file = null) {
  const media = file ? [await putMedia(file)] : []
  return post(`phones/${encodeURIComponent(number)}/texts`, { to, body, media })
}

/** The numbered choices of the newest text, to answer by one press. The number is sent, as from any phone. */
function createChoices(send) {
  const group = element('div', { class: 'choices', role: 'group', 'aria-label': 'Answers', hidden: true })
  const error = element('p', { class: 'error', role: 'alert' })
  let asked = null
  return {
    elements: [group, error],
    show(text) {
      if (text?.sid === asked) return false
      asked = text?.sid ?? null
      const lines = text && text.direction !== 'inbound' ? choicesIn(text.body) : []
      const press = async (answer) => {
        error.textContent = ''
        try {
          await send(answer)
        } catch (failure) {
          error.textContent = `Not sent: ${failure.message}`
        }
      }
      group.replaceChildren(
        ...lines.map(([answer, label]) =>
          element('button', { type: 'button', onclick: () => press(answer) }, `${answer} ${label}`),
        ),
      )
      group.hidden = lines.length === 0
      return lines.length > 0
    },
  }
}

/** "1 Book a visit" on a line of its own, from 1 on without a gap, above the line that asks for a number. */
function choicesIn(body) {
  if (!/(Reply with a number|Responda con un número)\.\s*$/.test(body)) return []
  const lines = body.split('\n').flatMap((line) => {
    const [, number, label] = /^(\d{1,2}) (.+)$/.exec(line) ?? []
    return number === undefined ? [] : [[number, label]]
  })
  return lines.every(([number], place) => Number(number) === place + 1) ? lines : []
}

/** Enter sends, Shift+Enter breaks the line; what could not be sent stays in the field. */
function createComposer({ id, send }) {
  const typed = element('textarea', { id: `text-${id}`, rows: '2', maxlength: '1600', placeholder: 'Text message' })
  const error = element('p', { class: 'error', role: 'alert' })
  const picture = element('input', {
    id: `picture-${id}`,
    type: 'file',
    accept: 'image/*,application/pdf,audio/mpeg,video/mp4',
  })
  const submit = async (event) => {
    event.preventDefault()
    const body = typed.value.trim()
    const [file] = picture.files
    if (body === '' && !file) return
    typed.value = ''
    error.textContent = ''
    try {
      await send(body, file)
      picture.value = ''
    } catch (failure) {
      error.textContent = `Not sent: ${failure.message}`
      typed.value = body
    }
    typed.focus()
  }
  typed.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) void submit(event)
  })
  const form = element(
    'form',
    { onsubmit: submit },
    element('label', { class: 'hidden', for: `text-${id}` }, 'Text message'),
    typed,
    element('button', { type: 'submit' }, 'Send'),
  )
  const attach = element('label', { class: 'picture', for: `picture-${id}` }, 'Picture or file ', picture)
  return { elements: [form, attach, error], focus: () => typed.focus() }
}
