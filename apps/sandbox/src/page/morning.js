import { post } from './api.js'
import { displayNumber, element } from './element.js'

const COUNTED = [
  ['text', 'texts'],
  ['answer', 'answers to staff'],
  ['picture', 'pictures'],
  ['chat', 'chat lines'],
  ['stop', 'STOP'],
]

/** The busy morning: one button plays and stops it, and the page shows the last thing that a patient did. */
export function connectMorning(section, names) {
  const form = section.querySelector('form')
  const [button] = form.querySelectorAll('button')
  const { speed } = form.elements
  const error = section.querySelector('.error')
  let isPlaying = false

  async function change(to) {
    error.textContent = ''
    try {
      await post('morning', to)
    } catch (failure) {
      error.textContent = `Not changed: ${failure.message}`
    }
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void change({ isPlaying: !isPlaying, speed: Number(speed.value) })
  })
  speed.addEventListener('change', () => {
    if (isPlaying) void change({ isPlaying, speed: Number(speed.value) })
  })

  return {
    /** Null where this sandbox has nobody to play it. */
    show(morning) {
      section.hidden = morning === null
      if (morning === null) return
      isPlaying = morning.isPlaying
      button.textContent = isPlaying ? 'Stop' : 'Play a busy morning'
      button.classList.toggle('quiet', isPlaying)
      if (isPlaying) speed.value = String(morning.speed)
      section.querySelector('#morning-now').hidden = morning.last === null
      section.querySelector('.last').textContent = withNames(morning.last ?? '', names)
      section
        .querySelector('.done')
        .replaceChildren(
          ...COUNTED.map(([kind, words]) =>
            element('div', {}, element('dt', {}, words), element('dd', {}, String(morning.done[kind]))),
          ),
        )
    },
  }
}

/** A number as its patient's name, where the phone book has one. */
function withNames(words, names) {
  return words.replace(/^\+\d+/, (number) => names.get(number) ?? displayNumber(number))
}
