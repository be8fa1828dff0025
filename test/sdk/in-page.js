// Runs in the host page: what tests ask of the client, as values that can leave the page.
import { galleyProviders, init, SdkError } from 'GALLEY/sdk/galley.js';
import { EditorModel } from './editor-model.js';

const galleys = {};

const describe = (error) => ({
  isSdkError: error instanceof SdkError,
  message: error.message,
  statusCode: error.statusCode,
  isNotFound: error.isNotFound,
  isUnauthorized: error.isUnauthorized,
  isServerError: error.isServerError,
});

/** What became of a promise: its value or its error. */
const settle = (work) =>
  work.then(
    (value) => ({ value }),
    (error) => ({ error: describe(error) }),
  );

window.lab = {
  galleys,
  settle,
  describe,
  /** What `onError` of each got. */
  errors: {},
  async start(name, options = {}) {
    lab.errors[name] = [];
    const onError = (error) => lab.errors[name].push(describe(error));
    const { error, value } = await settle(
      init({ onError, ...options, auth: { url: '/token', ...options.auth } }),
    );
    galleys[name] = value;
    return { error, errors: lab.errors[name] };
  },
  editors: {},
  /** Starts the client without an editor, and an editor model with its providers. */
  async mount(name, options = {}, providerOptions = {}) {
    const { error } = await lab.start(name, { editor: false, ...options });
    if (error) return { error };
    const { isConnected, ...more } = providerOptions;
    const editor = () => lab.editors[name];
    const { value, error: refused } = await settle(
      galleyProviders(galleys[name], { ...more, ...(isConnected && { editor }) }),
    );
    if (refused) return { error: refused };
    lab.editors[name] = new EditorModel({ ...value, container: '#editor' });
    return { controls: lab.editors[name].controls };
  },
  call: (name, operation, ...rest) => settle(galleys[name].api[operation](...rest)),
  callMany: (count, name, operation, ...rest) =>
    Promise.all(Array.from({ length: count }, () => lab.call(name, operation, ...rest))),
  async collect(name, operation, input) {
    const events = [];
    const read = async () => {
      for await (const event of galleys[name].api[operation](input)) events.push(event);
    };
    return { ...(await settle(read())), events };
  },
};
