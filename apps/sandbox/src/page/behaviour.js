import { post } from './api.js'
import { displayNumber, readNumber } from './element.js'

/** The carrier's switches: what is chosen is posted, and what holds is shown, whoever chose it. */
export function connectBehaviour(form, onShown) {
  let now = { unreachable: [] }

  form.addEventListener('submit', (event) => event.preventDefault())
  form.addEventListener('change', () => {
    const chosen = new FormData(form)
    if (!form.checkValidity()) return
    const times = chosen.get('times')
    const perSecond = chosen.get('perSecond')
    const landlines = chosen.get('landlines').split(',').map(readNumber)
    void post('behaviour', {
      answer: chosen.get('answer'),
      times: times === '' ? null : Number(times),
      repeatCallbacks: chosen.has('repeatCallbacks'),
      reorderCallbacks: chosen.has('reorderCallbacks'),
      dropCallbacks: chosen.has('dropCallbacks'),
      dropInbound: chosen.has('dropInbound'),
      perSecond: perSecond === '' ? null : Number(perSecond),
      undeliveredPercent: Number(chosen.get('undeliveredPercent')),
      landlines: landlines.filter((number) => number !== null),
    })
  })

  return {
    show(behaviour) {
      now = behaviour
      form.elements.answer.value = behaviour.answer
      const times = form.elements.times
      const offered = [...times.options].some((option) => option.value === String(behaviour.times ?? ''))
      times.value = offered ? String(behaviour.times ?? '') : '3'
      for (const name of ['repeatCallbacks', 'reorderCallbacks', 'dropCallbacks', 'dropInbound'])
        form.elements[name].checked = behaviour[name]
      form.elements.perSecond.value = behaviour.perSecond ?? ''
      form.elements.undeliveredPercent.value = behaviour.undeliveredPercent
      form.elements.landlines.value = behaviour.landlines.map(displayNumber).join(', ')
      onShown(behaviour)
    },
    isUnreachable: (number) => now.unreachable.includes(number),
    setUnreachable(number, isUnreachable) {
      const others = now.unreachable.filter((one) => one !== number)
      void post('behaviour', { unreachable: isUnreachable ? [...others, number] : others })
    },
  }
}
