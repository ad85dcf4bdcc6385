// For the processes that need no WebAssembly, in addition to remove-functions.ts. Compiled code has had faults of its own.
Reflect.deleteProperty(globalThis, 'WebAssembly');
