import type { SpamWords } from './spam-words.ts';

export const spanish: SpamWords = {
  phrases: [
    [
      3,
      `
      (querido|estimado|querida|estimada) [afortunado] (ganador|ganadora);
      (ha|has|usted ha) ganado [el|la|un|una|#] (premio|lotería|sorteo|gordo|millón|iphone|coche);
      (es|eres|usted es) [el|la|nuestro] [afortunado|feliz] ganador;
      su [dirección de] correo [electrónico] (fue|ha sido) (seleccionado|seleccionada|elegido|elegida);
      notificación de (premio|lotería|ganador); premio de lotería;
      beneficiario (del fondo|de los fondos|de la suma|de la herencia); pariente más cercano;
      (fondos|herencia|dinero|premio) (no reclamados|no reclamada|no reclamado|sin reclamar);
      transferencia de (fondos|la suma|los fondos); transferir (los fondos|la suma|el dinero) a su cuenta;
      (propuesta|negocio) (urgente|confidencial|de negocios urgente|comercial urgente);
      propuesta de negocios; mi (difunto|difunta|fallecido) (marido|esposo|padre|cliente);
      sin receta [médica]; (viagra|cialis|levitra|kamagra) [barata|barato|genérico|online];
      (alargamiento|agrandamiento|alargar|agrandar) [de|del|su|tu] (pene|miembro); disfunción eréctil;
      100 % (garantizado|garantizada|garantizados|sin riesgo); garantizado [al] 100;
      (duplique|duplica|dobla|doble) (su|tu|sus|tus) (dinero|ingresos|inversión|ganancias);
      (chicas|mujeres) (calientes|desnudas|sexys|cachondas) [cerca de ti]; sexo (en vivo|gratis|en directo);
      (citas|contactos) (sexuales|para adultos|calientes)`,
    ],
    [
      2.5,
      `
      (querido|querida|queridos|estimado) (amigo|amiga|amigos|beneficiario|titular de la cuenta|usuario de correo);
      (este|esto|este mensaje|este correo|este email) no es (spam|correo no deseado|basura|una estafa|una broma|correo basura|un fraude);
      haga clic [aquí] para ser (eliminado|removido|borrado|dado de baja);
      responda con [la palabra] (eliminar|remover|borrar|remove);
      (garantía|garantizamos) (de devolución|de reembolso|la devolución) [de|del] (dinero|su dinero|tu dinero);
      le devolvemos su dinero; devolución de su dinero;
      (gane|gana|ganar) [hasta|más de] # [euros|dólares|pesos] (al|por|cada|a la) (día|mes|semana|hora);
      (gane|gana|ganar) dinero (fácil|fácilmente|rápido|rápidamente|desde casa|en casa|online|en línea|por internet|mientras duerme|mientras duermes);
      dinero (fácil|rápido|gratis); (trabaje|trabaja|trabajar) desde casa y (gane|gana);
      (libertad|independencia) financiera; (hágase|hazte|hacerse|vuélvete) (rico|millonario);
      sea su propio jefe; sé tu propio jefe;
      (crédito|créditos|préstamo|préstamos) (rápido|rápidos|inmediato|inmediatos|sin aval|sin nómina|garantizado|garantizados|al instante|sin papeleo);
      (elimine|elimina|liquide|cancela) (sus|tus) deudas;
      (sin|con) (buró de crédito|asnef|historial de crédito|verificación de crédito);
      (aprobación|ganancias|ingresos|beneficios|rentabilidad) (garantizada|garantizadas|garantizados|inmediata);
      (pierda|pierde|perder|baja|baje) [hasta] # (kilos|kg|libras) [en];
      (adelgace|adelgaza|adelgazar|pierda peso|pierde peso|bajar de peso) (rápido|rápidamente|sin esfuerzo|sin dieta|mientras duerme|en # días);
      (píldora|píldoras|pastillas|dieta|remedio|cura|crema) (milagrosa|milagrosas|milagroso|milagro|para adelgazar);
      (quema|quemar|queme) (grasa|la grasa);
      (reclame|reclama|cobre|retire) (su|tu) (premio|recompensa|dinero|ganancia|herencia|regalo gratis);
      (felicidades|felicitaciones|enhorabuena) (ha|has|usted) (sido|ganado|ha sido|ha ganado);
      (ha|has) sido (seleccionado|seleccionada|elegido|elegida|escogido) (al azar|para recibir|como ganador|como);
      (casino|farmacia|póker|apuestas) (online|en línea); bono de casino; (giros|tiradas) gratis;
      (réplicas|réplica|imitaciones) (de relojes|rolex|de rolex|de lujo); esquema piramidal;
      (negocio|venta) multinivel; carta en cadena;
      (verifique|verifica|confirme|confirma|actualice|actualiza) [inmediatamente] (su|tu) (cuenta|contraseña|identidad) (inmediatamente|en # horas|ahora|para evitar|o será|de lo contrario);
      (confirme|confirma|actualice|actualiza|verifique) (sus|tus) datos (bancarios|de pago|de tarjeta|de acceso) (inmediatamente|ahora|para evitar|en # horas|o);
      su buzón (está lleno|ha excedido)`,
    ],
    [
      1.5,
      `
      (su|tu) cuenta (ha sido|fue|será|está) [temporalmente|permanentemente] (suspendida|bloqueada|limitada|desactivada|cancelada|restringida);
      actividad (inusual|sospechosa) en (su|tu) cuenta; sin [ningún] riesgo; sin riesgos; cero riesgo;
      (totalmente|completamente|absolutamente) (gratis|gratuito|gratuita); 100 % (gratis|gratuito);
      (regalo|bono|dinero|iphone|bitcoin|acceso|obsequio) gratis; (regalo|bono|acceso) gratuito;
      sin (compromiso alguno|obligación|obligaciones|costos ocultos|costes ocultos|trampas|experiencia|intermediarios|letra pequeña);
      (actúe|actúa|llame|llama|compre) (ahora|ya|inmediatamente|hoy mismo);
      no (espere|esperes|lo dude|lo dudes|pierda tiempo|pierdas tiempo) [más];
      (oportunidad|oferta) (única|irrepetible) [en la vida];
      (último|última) (aviso|advertencia|notificación);
      (respuesta|acción|atención) (urgente|inmediata) [requerida]; el tiempo se (acaba|agota);
      (apresúrese|apúrate|dese prisa|date prisa|corre que);
      (precio|precios|oferta|ofertas|resultados|descuento|descuentos) (increíble|increíbles|inmejorable|inmejorables|imbatible|imbatibles|de locura|loco|locos|de infarto);
      no (lo creerá|lo vas a creer|te lo vas a creer|podrá creerlo);
      los (médicos|bancos|doctores) (odian|no quieren|te ocultan|ocultan);
      (medicamentos|pastillas|píldoras|cigarrillos|software) (baratos|baratas|barato);
      caída del (cabello|pelo); (elimina|borra) las arrugas; hormona del crecimiento;
      (ingresos|ganancias|dinero) (extra|extras|pasivos|adicionales|ilimitados|ilimitadas);
      (oportunidad|negocio) (de negocio|de inversión|desde casa|de ingresos);
      (alta|altas|altos) (rentabilidad|ganancias|rendimientos);
      (bitcoin|cripto|forex|trading) (ganancias|robot|millonario|secreto|señales);
      multiplique (su|sus) (dinero|ingresos|inversión); multiplica (tu|tus) (dinero|ingresos|inversión);
      # (millones|millón) [de] (euros|dólares|pesos|usd|eur); miles de (dólares|euros);
      (mujeres|chicas|novias) (rusas|ucranianas|asiáticas); solteras (cerca|en tu|en su) [de|zona|ciudad]`,
    ],
    [
      0.8,
      `
      satisfacción garantizada; (resultados|éxito|calidad) (garantizados|garantizado|garantizada);
      (qué|que) (espera|esperas|está esperando|estás esperando);
      (visto|vista) en (tv|televisión|la televisión); acceso inmediato; liquidación total; todo debe irse;
      (listas|bases de datos) de (correos|emails); correo masivo;
      (aumente|aumenta|dispare|dispara) (sus|tus) (ventas|visitas|ingresos);
      (mejor|mejores|más bajo) (precio|precios) (garantizado|garantizados|del mercado|jamás);
      (es|esta es) (su|tu) (última|única) oportunidad;
      (estimado|querido) (cliente|usuario|consumidor|miembro)`,
    ],
    [
      0.25,
      `
      (haga|haz|hacer) (clic|click) aquí; (clic|click|pulse|pulsa|pincha) aquí;
      (compre|compra|pide|pida|ordene) (ahora|ya); tiempo limitado; oferta (limitada|exclusiva|especial);
      última oportunidad; hasta agotar existencias;
      (gran|mega|súper) (oferta|descuento|rebaja|rebajas|venta); no te (lo pierdas|la pierdas|pierdas);
      no se (lo pierda|pierda); solo (hoy|por hoy); últimas horas; gangas; chollo`,
    ],
  ],
  disguised: `
      viagra cialis levitra kamagra casino lotería ganador premio gratis dinero crédito préstamo deudas bono
      bitcoin porno sexo desnuda pastillas farmacia rolex ingresos descuento barato garantizado cuenta
      contraseña banco paypal amazon urgente millón millones dólares euros regalo`,
  unsubscribe: `
      darse de baja; darme de baja; darte de baja; dar de baja; date de baja; dese de baja; de baja;
      cancelar [la|tu|su|mi] suscripción; (cancelar|anular) suscripción; anular [la|tu|su|mi] suscripción;
      desuscribir; desuscribirse; desuscribirme; desuscríbete;
      (gestionar|gestiona|administrar|cambiar|actualizar|modificar) [mis|tus|sus|las] (preferencias|suscripciones|suscripción|notificaciones|correos);
      preferencias de (correo|suscripción|comunicación|email); (no|dejar de) recibir;
      no (deseo|quiero|deseas|desea|quieres) recibir`,
  address: `
      calle; c; avenida; avda; av; plaza; paseo; carrera; cra; camino; carretera; ronda; colonia; col; cp;
      apartado; polígono; piso; urbanización; barrio; rambla; pza`,
  money: `euro; euros; dólar; dólares; peso; pesos; libras`,
  millions: `millón; millones; billón; billones; mill`,
};
