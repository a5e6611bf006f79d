/** Hides the questions that the answers so far leave out. Without this script all are shown, and the server knows which count. */
const form = document.querySelector('form')
const conditional = [...document.querySelectorAll('[data-when]')].map((element) => ({
  element,
  when: JSON.parse(element.dataset.when),
}))
for (const note of document.querySelectorAll('.maybe')) note.hidden = true

function answersTo(linkId) {
  const item = [...document.querySelectorAll('[data-item]')].find((one) => one.dataset.item === linkId)
  // The answer to a question that is not asked counts for nothing.
  if (!item || item.closest('[data-when][hidden]')) return []
  return new FormData(form)
    .getAll(linkId)
    .map((value) => String(value).trim())
    .filter((value) => value !== '')
}

function holds({ question, operator, value }) {
  const answers = answersTo(question)
  if (operator === 'exists') return answers.length > 0 === (value !== 'false')
  return answers.some((answer) => {
    if (operator === '=') return answer === value
    if (operator === '!=') return answer !== value
    const [one, other] = [Number(answer), Number(value)]
    const order =
      Number.isNaN(one) || Number.isNaN(other) ? (answer < value ? -1 : Number(answer > value)) : one - other
    if (operator === '>') return order > 0
    if (operator === '<') return order < 0
    return operator === '>=' ? order >= 0 : order <= 0
  })
}

function ask() {
  // A question that another one opens may open a third.
  for (const _ of conditional)
    for (const { element, when } of conditional)
      element.hidden = !(when.all ? when.conditions.every(holds) : when.conditions.some(holds))
}

form.addEventListener('input', ask)
form.addEventListener('change', ask)
ask()

/** While many forms come the page proves that it is no robot's. */
const proof = document.querySelector('[data-challenge]')

// A browser without the means sends no proof, and a person looks at the form first.
if (proof && globalThis.crypto?.subtle) {
  const challenge = JSON.parse(proof.dataset.challenge)
  // A browser that loads the page again may fill in the proof of the page before.
  proof.value = ''
  const solving = import('./work.js')
    .then(({ solve }) => solve(challenge.parameters))
    .then(
      (solution) => {
        proof.value = JSON.stringify({ challenge, solution })
      },
      // Held is better than a form that can't be sent.
      () => {
        proof.value = 'none'
      },
    )
  form.addEventListener('submit', async (event) => {
    if (proof.value !== '') return
    event.preventDefault()
    const send = form.querySelector('button[type=submit]')
    if (send.disabled) return
    const words = send.textContent
    send.disabled = true
    send.textContent = 'One moment…'
    await solving
    // The page may be shown again as it is now, by the way back.
    send.textContent = words
    send.disabled = false
    form.requestSubmit()
  })
}
