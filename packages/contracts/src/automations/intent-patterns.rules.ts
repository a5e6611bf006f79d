/**
 * The words and short patterns by which patients' texts tell their intents, in English and Spanish. A line is a pattern of whole
 * words in folded text without punctuation.
 */

const VISIT = '(?:appointments?|appts?|apts?|visits?|booking|checkup|check up|cleaning|slot|citas?|consulta|turno)'
const GAP = '(?:\\s\\S+){0,3}\\s'
const DAY =
  '(?:today|tomorrow|tmrw|tonight|monday|tuesday|wednesday|thursday|friday|saturday|sunday|next week|this week|hoy|manana|(?:el )?(?:lunes|martes|miercoles|jueves|viernes|sabado|domingo))'
const DRUG =
  '(?:prescriptions?|rx|medications?|medicines?|meds|pills|tablets|inhaler|insulin|receta|medicinas?|medicamentos?|pastillas|inhalador|insulina)'

/** Phrases that hold the words of an intent and mean another thing. They are taken out before the patterns are asked. */
export const MISLEADING = pattern(`
  cancell?ation (?:policy|fee|fees|list|charge) | cancel culture
  (?:dont|do not|didnt|did not|never|not) (?:want to |need to |wish to |mean to |have to |plan to |going to )?(?:cancel|reschedule)(?:l?ed|l?ing)?(?: (?:my|the|it|our))? ?${VISIT}?
  no (?:quiero|deseo|necesito|voy a) (?:cancelar|anular|cambiar)(?: (?:mi|la))? ?${VISIT}?
  (?:have|has|had|having|with|without) no (?:more )?(?:chest pain|trouble breathing|shortness of breath)s?
  (?:dont|do not|doesnt|not) (?:have|feel|having) (?:any )?(?:chest pains?|trouble breathing|shortness of breath)
  no (?:longer|more) (?:chest pains?|suicidal) | not suicidal | never (?:been )?suicidal | no tengo dolor de pecho
  seizure (?:meds?|medications?|medicines?|disorder|free|specialist|clinic|history) | history of (?:seizures?|strokes?|overdose)
  (?:had|after|since) (?:a|his|her|my|the) (?:stroke|heart attack|seizure) (?:(?:back )?in (?:19|20)\\d\\d|last year|(?:\\S+ ){1,2}(?:years?|months?) ago)
  suicide (?:squad|prevention|hotline)
  (?:already|just|finally) (?:got|received|picked up|have)(?: (?:my|the|a))? (?:refills?|bill|prescription) | ya (?:recogi|tengo|recibi)(?: (?:mi|la))? (?:receta|medicina)
  better late than never | sorry (?:for|about) (?:the )?late (?:reply|response)
`)

export const PATTERNS = {
  emergency: pattern(`
    chest (?:pains?|pressure|tightness) | (?:pain|tight(?:ness)?|pressure) in (?:my|his|her) chest | (?:my|his|her) chest (?:really )?(?:hurts|is hurting|feels tight|is tight)
    (?:having|had|have|think its|having like) an? (?:heart attack|stroke) | heart attack | a stroke | (?:face|mouth) is (?:drooping|droopy) | slurred speech | slurring
    (?:cant|can not|cannot|unable to|hard to|trouble|difficulty|struggling to|couldnt) (?:even )?breath(?:e|ing)? | short(?:ness)? of breath | (?:not|stopped|isnt) breathing | choking
    suicid(?:e|al) | (?:kill|hurt|harm)(?:ing)? (?:myself|himself|herself|themselves) | (?:want|wants|going) to die | end (?:my|his|her) (?:own )?life | dont want to (?:live|be alive)
    overdos(?:e|ed|ing) | (?:took|swallowed|drank) (?:way )?too many (?:\\S+ )?(?:pills|meds|tablets) | (?:call(?:ing)?|called) 911 | 911 | an? ambulance | ambulancia
    unconscious | unresponsive | (?:passed|blacked) out | fainted | (?:wont|cant|doesnt|not) wak(?:e|ing) up | seizures? | (?:wont|cant|not|doesnt) stop (?:the )?bleeding | bleeding (?:(?:so|really|very) )?(?:badly|heavily|a lot|out|everywhere) | severe bleeding
    blood everywhere | anaphyla\\w* | throat (?:is )?(?:closing|swelling)(?: up)? | (?:face|tongue|lips|throat) (?:is |are )?swell(?:ing|en)(?: up)? | (?:swallowed|drank) (?:bleach|poison|a battery|batteries)
    dolor (?:fuerte )?(?:de|en el) pecho | (?:duele|dolor)(?: mucho)? (?:el|en el) pecho | opresion en el pecho | no (?:puedo|puede|podia) respirar | (?:me|le) cuesta respirar | falta de aire | ataque (?:al corazon|cardiaco) | infarto | derrame cerebral
    suicid(?:io|arme|arse) | matarme | quitarme la vida | quiero morir(?:me)? | quiere (?:morir(?:se)?|matarse) | (?:me quiero) morir | sobredosis | inconsciente | se desmayo | me desmaye | no despierta | convulsion(?:es|ando|ado)?
    sangr(?:a|ando|o) mucho | no (?:para|deja) de sangrar | no respira | se esta (?:ahogando|asfixiando) | llam(?:en|e|ar) al 911
  `),
  cancelVisit: pattern(`
    cancel(?:l?ing|l?ed)?${GAP}${VISIT} | cancel ${VISIT} | ${VISIT}(?:\\s\\S+){0,4} cancel(?:l?ed)? | cancel (?:it|my|our|this|that|me) (?:for|on|at|please|out of)
    (?:please |need to |have to |want to |must |gotta |would like to |id like to )cancel (?:for |on )?(?:${DAY}|it|this|mine|ours|me|\\d+ \\d\\d|my \\d+) | cancel (?:for )?${DAY} | cancel \\d{1,2} \\d\\d(?: ?[ap]m)?
    (?:cant|can not|cannot|wont|will not|not going to|wont be able to|unable to|not able to|couldnt) (?:be able to )?(?:make|keep|attend|come to|come in for|get to)(?: it)?(?: to| for)?(?: (?:my|our|the|his|her|todays|tomorrows|this)){1,2} (?:\\S+ ){0,2}${VISIT}
    (?:cancelar|cancele|cancela|cancelen|anular|anule)(?: (?:de )?(?:mi|la|las|mis|nuestra|su))?(?: \\S+)? ?${VISIT} | (?:cancelar|cancele|cancelen|anular|anule) (?:lo de |la de |el de |para )?(?:mi |la )?${DAY}
    no (?:voy a poder|podre|puedo|podemos|podremos|voy a) (?:ir|asistir|llegar|acudir) a (?:mi|la|nuestra) ${VISIT}
  `),
  reschedule: pattern(`
    reschedul(?:e|ed|ing) | reschedual | resched | rebook | postpone | (?:change|move|switch|push|bump)${GAP}${VISIT} | (?:move|push|switch|change) (?:it|my time|that|mine) (?:back|to|up|until|for)
    (?:another|different|other|later|earlier|new) (?:time|day|date|slot|appointment time)s? | (?:can|could|may) (?:we|i) (?:do|come|come in|make it|have)(?: \\S+){0,4} instead
    reagendar | reprogramar | posponer | aplazar | (?:cambi|muev)(?:ar|e|o|en|a)${GAP}${VISIT} | cambiar ${VISIT} | mover (?:mi|la) ${VISIT} | (?:otra hora|otro dia|otra fecha|otro horario|mas tarde ese dia)
  `),
  runningLate: pattern(`
    running (?:(?:a|about|very|so|really|bit|little|few|\\d+|min|mins|minutes) ){0,4}(?:late|behind) | (?:be|am|im|i am|were|we are|arrive|arriving) (?:\\S+ ){0,4}late(?! (?:on|with|fee|payment))
    \\d+ (?:min|mins|minutes) late | stuck in traffic | (?:bad|heavy|lots of) traffic | traffic (?:is|was) (?:bad|terrible|awful|heavy) | be there (?:soon|in \\d+) traffic
    (?:llego|llegare|llegamos|llegaremos|voy|vamos|voy a llegar|vamos a llegar) (?:\\S+ ){0,2}tarde | \\d+ minutos tarde | (?:atorad[oa]|atascad[oa]|atrapad[oa]) en el trafico | hay mucho trafico | (?:voy|vamos|estoy|llegare) (?:\\S+ )?(?:retrasad[oa]s?|atrasad[oa]s?|demorad[oa])
  `),
  book: pattern(`
    (?:book|make|schedule|set up|get|need|want)(?: (?:me|an?|my|another|us|him|her|new|in|for|up|the|first|follow up|an? new|an? follow up)){0,3} ${VISIT}
    (?:schedule|book) (?:an? |my |the |our )?(?:physical|annual|exam|cleaning|follow ?up|vaccine|flu shot|shot|mammogram|colonoscopy|well ?child|ultrasound|sports physical)
    see (?:a|the|my) (?:doctor|dentist|dr|provider|nurse) | any${GAP}(?:openings|availability) | (?:any|have) (?:openings|availability) | (?:anything|something) (?:open|available) | next (?:available|opening)(?: ${VISIT})? | (?:can|could) (?:i|we|you) (?:get|fit|squeeze|see)(?: me| us| him| her| my son| my daughter)? in(?: for| this| today| tomorrow| next| on)
    (?:hacer|pedir|agendar|sacar|necesito|quiero|quisiera|programar|reservar) (?:una |un |otra )?(?:cita|turno|consulta) | ver al? (?:doctora?|medico|dentista) | tienen (?:citas|algo|lugar|espacio)(?: disponibles?)?(?: (?:para|esta|hoy|manana)) | proxima cita disponible
  `),
  refill: pattern(`
    refill(?:s|ed|ing)? | re fill | (?:renew|more|out of|running (?:low|out)(?: (?:on|of))?|ran out of|low on)(?:\\s\\S+){0,3} ${DRUG} | ${DRUG} (?:\\S+ )?(?:renewed|renewal|ran out|is out|are out|is running out|filled) | (?:my|his|her) \\S+ (?:ran out|is almost out|is running (?:out|low))
    prescription(?:\\s\\S+){0,3} (?:sent|pharmacy|renewed) | (?:send|call|phone|fax)(?: in)? (?:my|the|a|his|her) (?:prescription|rx|refill|meds|script)(?: (?:to|in|over))?
    (?:renovar|renueve|resurtir|resurta|resurtido|surtir|surtan|rellenar|mas|recargar)(?:\\s\\S+){0,3} ${DRUG} | resurtido | (?:se me|se le) acab(?:o|aron|an)(?:\\s\\S+){0,4} ${DRUG} | (?:necesito|quiero|mandar|manden|enviar|envien)(?: (?:mas|mi|la|otra|una|su|nueva))* ${DRUG}
  `),
  billing: pattern(`
    (?:my|the|a|this|your|another) (?:bill|statement) | billing | invoices? | co ?pay(?:ment|s)? | statement (?:balance|amount) | (?:outstanding|owe|owed) (?:a )?(?:balance|on) | (?:my|a|the) balance | payment plan
    how much (?:do i|is|was|will|does|would|are)(?:\\s\\S+){0,4} (?:owe|costs?|charged?|run me)
    (?:was |got |been |were )?(?:charged|overcharged) (?:me|twice|for|too much|\\d+) | double charged | overcharged | pay (?:my|the|this|a|our) (?:\\S+ )?(?:bill|balance|statement) | insurance(?: \\S+){0,3} (?:the charge|denied|claim)
    facturas? | cuanto (?:debo|cuesta|es mi saldo|tengo que pagar) | cobr(?:o|aron|aran|o de mas) | la cuenta | mi cuenta | mi saldo | plan de pagos? | pagar (?:mi|la) (?:cuenta|factura|saldo) | copago
  `),
} as const satisfies Readonly<Record<string, RegExp>>

/** Patterns of the whole text. */
export const DECLINES = whole(`
  (?:n|no|nope|nah)(?: (?:no|thanks?|thank you|thx|gracias|sorry|please|sir|maam|i cant|not (?:this time|today|now|interested|for me)|(?:i|we) (?:do not|dont|wont|will not)(?: (?:need|want))?(?: (?:it|that|this|one|any))?|(?:im|i am|we are) (?:good|ok|fine|not interested)|no (?:quiero|puedo|me interesa|necesito)|por ahora no|lo siento))*
  (?:(?:sorry|no|thanks|thank you) )?(?:(?:im|i am|we are|were) )?not interested(?: (?:in (?:it|this|that)|thanks?|thank you|sorry|please|at this time|right now|anymore))*
  (?:no (?:thanks )?)?(?:id|i would|we would|i) rather not(?: thanks?| thank you)? | (?:ill|i will|we will|well|im going to) pass(?: (?:on (?:it|this|that)|this time|thanks?|thank you|for now))* | (?:we|i) (?:have )?decided against it(?: thanks?| thank you)?
  (?:no )?no (?:quiero|me interesa|gracias|lo quiero|lo necesito)(?: (?:gracias|por ahora|eso|no quiero|nada|por el momento))*
`)
export const THANKS = whole(`
  (?:(?:ok(?:ay)?|great|perfect|awesome|wonderful|cool|sounds good|got it|will do|bien|perfecto|excelente|hi|hello|oh|aw+|alright) )*(?:thanks?|thankyou|thank you|thx|thnx|tks|tysm|ty|many thanks|(?:muchas |muchisimas |mil )?gracias|(?:i |we )?(?:really |very much |so )?appreciate (?:it|you|that|your help|the help)|much appreciated|se (?:lo )?agradece|(?:te|le|les|se) lo agradezco)(?: (?:so much|very much|a lot|a bunch|a million|again|you|all|guys|everyone|everybody|yall|team|doc|doctora?|dr|dra|nurse|maam|sir|dr \\S+|doctora? \\S+|dra \\S+|senora|for (?:(?:the|your|all|everything|letting|calling|getting|seeing|being|taking)\\s?(?:\\S+ ?){0,5})|por (?:todo|su ayuda|la ayuda|avisar|el recordatorio|atenderme|su atencion|su tiempo)|(?:and )?have a (?:\\S+ )?(?:day|one|weekend|evening|night)|(?:que )?(?:tenga|pase) (?:un |una )?buen[ao]? (?:dia|tarde|noche)|god bless(?: you)?|bendiciones|igualmente|i appreciate (?:it|you)|you (?:guys )?(?:are|were) (?:the best|great|so kind|awesome|amazing)|muy amables?|thanks|thank you|gracias))*
`)

/** Alternatives of whole words anywhere in the text. */
function pattern(lines: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${alternatives(lines)})(?![\\p{L}\\p{N}])`, 'gu')
}

function whole(lines: string): RegExp {
  return new RegExp(`^(?:${alternatives(lines)})$`, 'u')
}

function alternatives(lines: string): string {
  return lines
    .trim()
    .split(/\s+\|\s+|\n\s*/)
    .join('|')
}
