/** The page's elements. Whatever anybody wrote is text, never markup. */

const WORDS = {
  new: 'Write to us here. A person answers.',
  live: 'Connected',
  connecting: 'Connecting. What you write is sent as soon as it works.',
  offline: 'You are offline. What you write is sent when you are back.',
}

/** How an answer of a kind is typed on a phone, and an example of it. */
const TYPED = {
  number: { inputmode: 'numeric' },
  phone: { inputmode: 'tel', placeholder: '(512) 555-0134' },
  email: { inputmode: 'email', placeholder: 'name@mail.com' },
  date: { placeholder: 'MM/DD/YYYY' },
  birthdate: { inputmode: 'numeric', placeholder: 'MM/DD/YYYY' },
}

/** Near enough to the end to be following it. */
const NEAR_PX = 60

export function createView({ document, clinic, onWrite, onDiscard, onClose, onForget }) {
  const at = (id) => document.getElementById(id)
  const [log, answers, state, form, text, forget] = ['log', 'answers', 'state', 'write', 'text', 'forget'].map(at)
  const shown = new Map()
  /** The message whose choices are offered now. */
  let asked = null

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    onWrite(text.value)
    text.value = ''
    text.focus()
  })
  text.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
    event.preventDefault()
    form.requestSubmit()
  })
  at('send').disabled = false
  at('close').addEventListener('click', onClose)
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') onClose()
  })
  forget.addEventListener('click', () => {
    if (forget.dataset.asked) return onForget()
    forget.dataset.asked = 'yes'
    forget.textContent = 'Press again to remove it from this device'
  })

  function row(message) {
    const made = element(document, 'div', { class: `row ${message.by} ${message.state}` })
    if (message.joins) made.append(element(document, 'p', { class: 'joined' }, `${message.name} joined`))
    made.append(
      element(document, 'p', { class: 'who' }, whoWrote(message, clinic)),
      textOf(document, message),
      element(document, 'p', { class: 'meta' }, wordsFor(message)),
    )
    if (message.state === 'refused') {
      const remove = element(document, 'button', { type: 'button', class: 'quiet' }, 'Remove')
      remove.addEventListener('click', () => onDiscard(message.clientId))
      made.append(remove)
    }
    return made
  }

  /** Offers what the newest message asks for. It is left alone while it stays: a button may have the focus. */
  function ask(last) {
    const prompt = last?.by === 'clinic' ? (last.prompt ?? null) : null
    const key = prompt === null ? null : last.key
    if (key === asked) return
    asked = key
    const hadFocus = answers.contains(document.activeElement)
    answers.replaceChildren(
      ...(prompt?.choices ?? []).map((choice) => {
        const button = element(document, 'button', { type: 'button', class: 'quiet' }, choice)
        button.addEventListener('click', () => onWrite(choice))
        return button
      }),
    )
    answers.hidden = answers.childElementCount === 0
    const { inputmode = 'text', placeholder = '' } = TYPED[prompt?.kind] ?? {}
    text.setAttribute('inputmode', inputmode)
    text.setAttribute('placeholder', placeholder)
    if (hadFocus) text.focus()
  }

  return {
    show({ rows: known, state: now }) {
      const rows = withJoins(known)
      if (state.textContent !== WORDS[now]) state.textContent = WORDS[now]
      state.dataset.state = now
      const isNear = log.scrollHeight - log.scrollTop - log.clientHeight < NEAR_PX
      const isFollowing = isNear || rows.at(-1)?.state === 'waiting'
      const keys = new Set(rows.map(({ key }) => key))
      for (const [key, { made }] of shown) {
        if (keys.has(key)) continue
        made.remove()
        shown.delete(key)
      }
      let before = null
      for (const message of [...rows].reverse()) {
        const drawn = shown.get(message.key)
        const isSame = drawn && drawn.state === message.state && drawn.joins === message.joins
        const made = isSame ? drawn.made : row(message)
        if (!isSame) {
          drawn?.made.remove()
          shown.set(message.key, { made, state: message.state, joins: message.joins })
        }
        // What stands where it should is left alone: a log that is built anew would be read out anew.
        if (made.parentNode !== log || made.nextSibling !== before) log.insertBefore(made, before)
        before = made
      }
      forget.hidden = rows.length === 0 || now === 'new'
      ask(rows.at(-1))
      if (isFollowing) log.scrollTop = log.scrollHeight
    },
    focus: () => text.focus(),
    showClose() {
      at('close').hidden = false
    },
  }
}

function whoWrote({ by, name, automatic }, clinic) {
  if (by !== 'clinic') return 'You'
  return automatic ? `${name ?? clinic} · Automated` : (name ?? clinic)
}

/** A person's first message after one that nobody wrote tells that somebody joined. */
function withJoins(rows) {
  const people = new Set()
  let isAutomated = false
  return rows.map((row) => {
    if (row.by !== 'clinic') return row
    const joins = !row.automatic && row.name !== null && isAutomated && !people.has(row.name)
    if (row.automatic) isAutomated = true
    else if (row.name !== null) people.add(row.name)
    return joins ? { ...row, joins } : row
  })
}

function wordsFor({ state, refused, createdAt, files, message }) {
  if (state === 'waiting') return 'Waiting to be sent'
  if (state === 'refused') return `Not sent. ${refused}`
  const time = new Date(createdAt).toLocaleTimeString([], { hour: 'numeric', minute: '2-digit' })
  return files > 0 && message && !message.includes(FILE_ADDRESS) ? `${time} · ${wordsForFiles(files)}` : time
}

function wordsForFiles(files) {
  return files === 1 ? 'A file that the chat can not show' : `${files} files that the chat can not show`
}

/** The path of a file that a chatbot sent. */
const FILE_ADDRESS = '/api/inbox/media?token='

/** The words as they are. In those of the clinic, an address by which a chatbot sends a file is a link, and no other is. */
function textOf(document, { message, files, by }) {
  const made = element(document, 'p', { class: 'text' }, message || wordsForFiles(files))
  const address = document.location.origin + FILE_ADDRESS
  if (by !== 'clinic' || !message?.includes(address)) return made
  made.replaceChildren(
    ...message.split(/(\s+)/).map((part) => {
      if (!part.startsWith(address)) return part
      return element(document, 'a', { href: part, target: '_blank', rel: 'noopener noreferrer' }, 'Open the file')
    }),
  )
  return made
}

function element(document, tag, attributes, words = '') {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
  made.textContent = words
  return made
}
