/** The page's elements. Whatever anybody wrote is text, never markup. */

const WORDS = {
  new: 'Write to us here. A person answers.',
  live: 'Connected',
  connecting: 'Connecting. What you write is sent as soon as it works.',
  offline: 'You are offline. What you write is sent when you are back.',
}

/** Near enough to the end to be following it. */
const NEAR_PX = 60

export function createView({ document, clinic, onWrite, onDiscard, onClose, onForget }) {
  const at = (id) => document.getElementById(id)
  const [log, state, form, text, forget] = ['log', 'state', 'write', 'text', 'forget'].map(at)
  const shown = new Map()

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
    const who = message.by === 'clinic' ? `${message.name ?? clinic}` : 'You'
    made.append(
      element(document, 'p', { class: 'who' }, who),
      element(document, 'p', { class: 'text' }, message.message || wordsForFiles(message.files)),
      element(document, 'p', { class: 'meta' }, wordsFor(message)),
    )
    if (message.state === 'refused') {
      const remove = element(document, 'button', { type: 'button', class: 'quiet' }, 'Remove')
      remove.addEventListener('click', () => onDiscard(message.clientId))
      made.append(remove)
    }
    return made
  }

  return {
    show({ rows, state: now }) {
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
        const known = shown.get(message.key)
        const isSame = known && known.state === message.state
        const made = isSame ? known.made : row(message)
        if (!isSame) {
          known?.made.remove()
          shown.set(message.key, { made, state: message.state })
        }
        // What stands where it should is left alone: a log that is built anew would be read out anew.
        if (made.parentNode !== log || made.nextSibling !== before) log.insertBefore(made, before)
        before = made
      }
      forget.hidden = rows.length === 0
      if (isFollowing) log.scrollTop = log.scrollHeight
    },
    focus: () => text.focus(),
    showClose() {
      at('close').hidden = false
    },
  }
}

function wordsFor({ state, refused, createdAt, files, message }) {
  if (state === 'waiting') return 'Waiting to be sent'
  if (state === 'refused') return `Not sent. ${refused}`
  const time = new Date(createdAt).toLocaleTimeString([], { hour: 'numeric', minute: '2-digit' })
  return files > 0 && message ? `${time} · ${wordsForFiles(files)}` : time
}

function wordsForFiles(files) {
  return files === 1 ? 'A file that the chat can not show' : `${files} files that the chat can not show`
}

function element(document, tag, attributes, words = '') {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
  made.textContent = words
  return made
}
