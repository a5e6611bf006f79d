/** A purpose of an instruction, such as "to opt out" or "for a call back", and how a reply with a word is heard. */

/** How the product or the carrier hears a reply. */
export type Heard = 'optOut' | 'help' | 'optIn' | 'confirm' | 'reschedule' | 'cancel'

const TEXTS =
  'te?xts?|texting|msgs?|mess?ages?|messaging|sms|notifications?|alerts?|updates?|reminders?|newsletters?|promotions?|marketing|subscriptions?|communications?|hearing from|receiving|getting (?:these|them|this|any)|contact(?:ing|ed)?|mensajes?|textos|notificaciones|avisos|recordatorios|suscripci[oó]n|recibir'
const ENDS =
  'stop|end|quit|cancel|leave|halt|pause|avoid|discontinue|cease|block|remove|no more|no further|fewer|without|dejar|parar|detener|cancelar|terminar|no'
/** "To stop your visit" is about the visit, "to stop your visit reminders" about texts. */
const VISIT =
  '(?:visits?|appointments?|appts?|bookings?|citas?|calls?)\\b(?!\\s+(?:te?xt|message|msg|reminder|notification|alert|update)s?\\b)'

/** They say themselves that it is about texts, so each opt-out word is right. */
const OPTS_OUT = new RegExp(
  [
    '\\bopt(?:ing|s|ed)?[\\s-]?out\\b|\\bun-?sub(?:scrib\\w*)?\\b|\\bdarse de baja\\b',
    `\\b(?:${ENDS})\\b(?:(?!\\b${VISIT})[^,.;]){0,40}\\b(?:${TEXTS})(?!\\p{L})`,
    `\\b(?:no longer|don['’]?t|do not|never|not|ya no)\\b(?:(?!\\b${VISIT})[^,.;]){0,40}\\b(?:${TEXTS}|receive|hear from|be texted)(?!\\p{L})`,
  ].join('|'),
  'iu',
)
/** They say no more than the word itself does, so only a word that is known to opt out is right. */
const ENDS_IT =
  /^\W*(?:(?:to|2|for|4|if|para|por)\b)?\s*(?:be |get |come |please )?(?:stop|end|quit|cancel|leave|exit|remov(?:e|ed|al)|taken off|off|salir|parar|terminar|cancelar|dejar|baja|removed)(?:\s+(?:it|this|that|these|them|now|any ?time|at|time|please|all|me|yourself|from|our|the|your|lists?|service|program|club|campaign|mailing|future|los|las|el|la|lista|servicio|ya|ahora))*\W*$/iu

const KNOWN_OPT_OUT = /^(?:stop|stopall|stop all|unsubscribe|optout|opt[\s-]out)$/i

export function isKnownOptOut(word: string): boolean {
  return KNOWN_OPT_OUT.test(word)
}

export function optsOut(purpose: string, word: string): boolean {
  return OPTS_OUT.test(purpose) || (isKnownOptOut(word) && ENDS_IT.test(purpose))
}

/** It is about a visit that the patient does not want, or not then. */
export function declines(purpose: string): boolean {
  return /\b(?:cancel\w*|can['’]?t|cannot|can not|won['’]?t|not (?:come|coming|attend|going|able|make)|unable|declin\w*|resch?edul\w*|visit|appointment|appt|booking|another (?:time|day)|citas?|reagendar|cambiar|no (?:puede|podr|va))/iu.test(
    purpose,
  )
}

export function optsIn(purpose: string): boolean {
  return (
    new RegExp(
      `\\bopt(?:ing)?[\\s-]?in\\b|\\b(?:re)?-?subscri\\w+|\\b(?:start|resume|restart|get|receive|continue|keep|begin|allow|join|sign up|agree|consent|rejoin|recibir|seguir)\\b[^,.;]{0,40}\\b(?:${TEXTS})(?!\\p{L})`,
      'iu',
    ).test(purpose) || /^\W*(?:to|2|para)?\s*(?:re)?(?:start|sume|join|begin)\W*$/i.test(purpose)
  )
}

export function confirms(purpose: string): boolean {
  return /\b(?:confirm\w*|keep|attend\w*|coming|be there|make it|will come|can come|still (?:on|good|works?)|asist\w*)/iu.test(
    purpose,
  )
}

/** R asks for another time, and a visit that can't be kept needs one. */
export function movesVisit(purpose: string): boolean {
  return (
    declines(purpose) ||
    /\b(?:another|other|different|new|better|change|move|postpone|time|day|date|otra|otro|hora|fecha|reprogramar|mover)\b/i.test(
      purpose,
    )
  )
}

/** HELP answers with the clinic's name and number, and is right for no more than that. */
export function asksForHelp(purpose: string): boolean {
  return /^\W*(?:(?:to|for|4|if|para|por|need|want|have|you|get|receive|see|more|some|any|further|additional|general|with|m[aá]s|obtener|recibir|necesita)\s+)*(?:help|info|information|assistance|support|details|questions?|customer (?:care|service|support)|ayuda|informaci[oó]n|asistencia|preguntas)(?:\s+(?:about|with|on|regarding|sobre)?\s*(?:these|this|our|the|estos|este|text|sms|messaging|texts?|messages?|program|service|alerts?|mensajes|programa|now|any ?time))*\W*$/iu.test(
    purpose,
  )
}
