/** The sandbox's own calls. Each rejects with words that can be shown. */
export async function read(path) {
  return answerOf(await fetch(`/sandbox/${path}`))
}

export async function post(path, body) {
  const headers = { 'Content-Type': 'application/json' }
  return answerOf(await fetch(`/sandbox/${path}`, { method: 'POST', headers, body: JSON.stringify(body) }))
}

/** Puts a file into the carrier's hands; gives what a text names it by. */
export async function putMedia(file) {
  const headers = { 'Content-Type': file.type || 'application/octet-stream' }
  return (await answerOf(await fetch('/sandbox/media', { method: 'POST', headers, body: file }))).sid
}

async function answerOf(response) {
  const answer = await response.json().catch(() => ({}))
  if (!response.ok) throw new Error(answer.issues?.[0]?.message ?? answer.message ?? `It answered ${response.status}.`)
  return answer
}

/** Hears what happens; `onOpen` runs at each (re)connection, so that what was missed is read again. */
export function listen({ onOpen, onLost, ...events }) {
  const source = new EventSource('/sandbox/stream')
  source.addEventListener('open', onOpen)
  source.addEventListener('error', onLost)
  for (const [name, hear] of Object.entries(events)) {
    source.addEventListener(name, (event) => hear(JSON.parse(event.data)))
  }
}
