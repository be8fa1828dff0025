import type { SpamWords } from './spam-words.ts';

export const portuguese: SpamWords = {
  phrases: [
    [
      3,
      `
      (caro|cara|prezado|querido) [sortudo|feliz] (ganhador|vencedor|ganhadora|vencedora);
      (você|voce) (ganhou|acaba de ganhar|foi premiado) [o|a|um|uma|#] [prêmio|prémio|loteria|lotaria|sorteio|iphone|milhões];
      (você é|é) [o|a|nosso] [feliz|grande|sortudo] (ganhador|vencedor|premiado);
      (seu|o seu) (e mail|email|endereço de e mail) foi (selecionado|sorteado|escolhido);
      (notificação|aviso) de (prêmio|prémio|ganhador|sorteio|loteria); prêmio da loteria; prémio da lotaria;
      beneficiário (do fundo|dos fundos|da soma|da herança); parente mais próximo;
      (fundos|herança|prêmio|prémio|dinheiro) não (reclamados|reclamada|reclamado|reivindicado|reivindicados);
      transferência (de fundos|dos fundos|da soma);
      transferir (os fundos|a soma|o dinheiro) para (sua|a sua) conta;
      (proposta|negócio|transação) (urgente|confidencial|de negócios urgente|comercial urgente);
      proposta de negócios; (meu|minha) (falecido|falecida) (marido|pai|cliente|esposa);
      sem (receita|prescrição) [médica]; (viagra|cialis|levitra|kamagra) [barato|genérico|online];
      (aumento|aumentar|aumente|alongamento) [do|o|o seu|seu] pênis; aumento peniano; disfunção erétil;
      100 % (garantido|garantida|garantidos|sem risco|sem riscos); garantido 100;
      (duplique|dobre|duplicar|dobrar) (seu|o seu|seus|os seus) (dinheiro|rendimentos|investimento|renda|ganhos|lucros);
      (garotas|mulheres|gatas) (quentes|nuas|sexy|safadas) [perto de você]; sexo (ao vivo|grátis|gratuito);
      (encontros|contatos) (sexuais|para adultos|quentes)`,
    ],
    [
      2.5,
      `
      (caro|cara|querido|querida|prezado|caros) (amigo|amiga|amigos|amado|beneficiário|titular da conta|utilizador de e mail);
      (isto|isso|este e mail|este email|esta mensagem|esse e mail) não é (spam|lixo eletrônico|uma fraude|um golpe|golpe|uma brincadeira|publicidade não solicitada|uma corrente);
      clique [aqui] para ser (removido|excluído|retirado|eliminado);
      (responda|responder) com [a palavra] (remover|excluir|remove|retirar);
      (garantia de devolução|garantia de reembolso|devolução garantida|reembolso garantido|garantia de dinheiro de volta);
      (seu|o seu) dinheiro de volta; satisfação ou o seu dinheiro;
      (ganhe|ganha|ganhar|fature|lucre) [até|mais de] # [reais|euros|dólares|mil] (por|ao|todo|a cada|cada) (dia|mês|semana|hora);
      (ganhe|ganhar|ganha|fazer|faça) dinheiro (fácil|facilmente|rápido|rapidamente|em casa|de casa|a partir de casa|online|na internet|enquanto dorme);
      dinheiro (fácil|rápido|grátis);
      (trabalhe|trabalhar|trabalha) (em casa|de casa|a partir de casa) e ganhe;
      (liberdade|independência) financeira; (fique|ficar|torne se|seja) (rico|milionário);
      seja (seu|o seu) próprio (chefe|patrão);
      (empréstimo|empréstimos|crédito|financiamento) (rápido|imediato|na hora|garantido|sem consulta|sem burocracia|aprovado|para negativados);
      (elimine|acabe com|limpe|quite) [todas] (suas|as suas|as) dívidas;
      (limpe seu nome|nome sujo|sem consulta ao spc|para negativados);
      (aprovação|lucros|lucro|renda|ganhos|rendimento) (garantida|garantidos|garantido|imediata);
      (perca|perder|emagreça|elimine) [até] # (quilos|kg|kilos) [em];
      (emagreça|emagrecer|perca peso|perder peso) (rápido|rapidamente|sem esforço|sem dieta|dormindo|em # dias|já);
      (pílula|pílulas|dieta|remédio|cura|creme|comprimidos) (milagrosa|milagrosas|milagroso|milagre|para emagrecer|emagrecedora|emagrecedoras);
      (queime|queima|queimar) [a] gordura;
      (reivindique|reclame|resgate|retire|receba) (seu|o seu|sua|a sua) (prêmio|prémio|recompensa|dinheiro|herança|presente grátis);
      parabéns (você|voce|foi|ganhou);
      (você foi|foi) (selecionado|selecionada|escolhido|escolhida|sorteado|sorteada) (para|como|aleatoriamente|entre);
      (cassino|casino|farmácia|pôquer|poker|apostas) online; bônus de cassino; (giros|rodadas) grátis;
      (réplicas|réplica|imitações) (de relógios|rolex|de rolex|de luxo); esquema de pirâmide;
      pirâmide financeira; marketing multinível;
      (verifique|confirme|atualize|valide) [imediatamente] (sua|a sua) (conta|senha|identidade|palavra passe) (imediatamente|em # horas|agora|para evitar|ou|caso contrário);
      (confirme|atualize|verifique) (seus|os seus) dados (bancários|de pagamento|do cartão|de acesso) (imediatamente|agora|para evitar|em # horas|ou|caso contrário);
      (sua|a sua) caixa [de correio|de entrada|postal] está cheia`,
    ],
    [
      1.5,
      `
      (sua|a sua) conta (foi|será|está) [temporariamente|permanentemente] (suspensa|bloqueada|limitada|desativada|cancelada|restrita);
      atividade (incomum|suspeita) (na|em) sua conta; sem [nenhum|qualquer] risco; (zero|nenhum) risco;
      sem riscos; (totalmente|completamente|absolutamente|inteiramente) (grátis|gratuito|gratuita);
      100 % (grátis|gratuito);
      (presente|bônus|bónus|dinheiro|iphone|bitcoin|brinde|acesso) (grátis|gratuito);
      sem (compromisso algum|obrigação|obrigações|custos ocultos|taxas ocultas|pegadinhas|truques|experiência|intermediários|letras miúdas);
      (aja|ligue|compre|peça) (agora|já|imediatamente|hoje mesmo);
      não (espere|hesite|perca tempo|deixe para depois) [mais];
      (oportunidade|oferta|chance) (única|imperdível) [na vida];
      (último|última) (aviso|advertência|notificação);
      (resposta|ação|atenção) (urgente|imediata) [necessária];
      o tempo está (acabando|a acabar|se esgotando|a esgotar se); (apresse se|corra|depressa) [antes|já];
      (preço|preços|oferta|ofertas|resultados|desconto|descontos) (incrível|incríveis|imbatível|imbatíveis|inacreditável|inacreditáveis|de loucura|alucinante|alucinantes|absurdo|absurdos);
      [você] não vai acreditar; os (médicos|bancos) (odeiam|escondem|não querem);
      (remédios|medicamentos|comprimidos|cigarros|software) (baratos|barato|a baixo custo); queda de cabelo;
      (elimina|remove) as rugas; hormônio do crescimento;
      (renda|rendimento|ganhos|rendimentos) (extra|extras|passiva|passivo|adicional|ilimitada|ilimitados);
      trabalho em casa; (alto|altos|alta) (rendimento|retorno|lucros|ganhos|rentabilidade);
      (bitcoin|cripto|forex|trading) (lucros|robô|milionário|segredo|sinais|ganhos);
      multiplique (seu|o seu|seus) (dinheiro|ganhos|investimento|capital);
      # (milhões|milhão|bilhões) [de] (reais|euros|dólares|usd|eur); milhares de (reais|euros|dólares);
      (mulheres|garotas|noivas) (russas|ucranianas|asiáticas);
      solteiras (perto de você|na sua região|na sua cidade)`,
    ],
    [
      0.8,
      `
      satisfação garantida; (resultados|resultado|sucesso|qualidade) (garantidos|garantido|garantida);
      o que (está esperando|você está esperando|está à espera); (visto|vista) na (tv|televisão);
      acesso imediato; queima total; liquidação total; (listas|bases) de (e mails|emails); envio em massa;
      (aumente|dispare|multiplique) (suas|as suas) (vendas|visitas);
      (melhor|melhores|menor|menores) (preço|preços) (garantido|garantidos|de sempre);
      (é a sua|esta é sua|esta é a sua) (última|única) (chance|oportunidade);
      (prezado|caro|estimado) (cliente|usuário|utilizador|consumidor)`,
    ],
    [
      0.25,
      `
      clique aqui; (compre|peça|encomende) (agora|já); tempo limitado; oferta (limitada|exclusiva|especial);
      (última|últimas) (chance|oportunidade|horas); enquanto durarem os estoques; até ao fim do stock;
      (mega|super|grande) (oferta|promoção|desconto|descontos|liquidação); não perca;
      (só|somente|apenas) hoje; pechincha; pechinchas; imperdível`,
    ],
  ],
  disguised: `
      viagra cialis levitra kamagra cassino loteria ganhador prêmio grátis dinheiro crédito empréstimo
      dívidas bônus bitcoin porno sexo nua pílulas farmácia rolex renda desconto barato garantido garantia
      conta senha banco paypal amazon urgente milhão milhões reais presente`,
  unsubscribe: `
      cancelar [a|sua|a sua|minha] (inscrição|subscrição|assinatura);
      (cancele|anular|anule) [a|sua|a sua] (inscrição|subscrição|assinatura); descadastrar; descadastre;
      descadastro; descadastrar se; desinscrever; desinscrever se; desinscreva se;
      remover (inscrição|a subscrição|meu e mail|o meu email);
      (gerenciar|gerencie|gerir|alterar|atualizar|editar) [as|suas|as suas|minhas|os] (preferências|inscrição|assinatura|notificações|subscrição|e mails);
      preferências de (e mail|email|comunicação|contato|contacto);
      (não|deixar de) (receber|deseja|quero|quer|desejo) [mais|receber]; sair da lista`,
  address: `
      rua; r; avenida; av; praça; alameda; travessa; largo; estrada; rodovia; cep; apartado; caixa postal;
      bairro; andar; sala; lote; quinta; conjunto; calçada`,
  money: `euro; euros; real; reais; dólar; dólares; libras`,
  millions: `milhão; milhões; bilhão; bilhões; mi; mio`,
};
